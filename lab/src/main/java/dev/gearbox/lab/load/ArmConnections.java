package dev.gearbox.lab.load;

import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.load.chain.ChainSupport;
import dev.gearbox.load.chain.GeneratorKind;
import dev.gearbox.load.plan.LoadPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * Whether the connections to all arms stay open from slice to slice. The generator holds them in one process; where that has too few descriptors, each arm
 * connects for its slice and disconnects after it. Connections of chains of io_uring need no descriptors.
 *
 * <p>Users who reconnect are in a steady state when each of them has paused once: until then they connect, and close nothing. So the load before the window
 * of a slice for which they connect is longer by that.
 */
public final class ArmConnections {
    /** Descriptors that the generator needs besides its connections. */
    private static final int DESCRIPTORS_BESIDES = 500;

    private ArmConnections() {}

    /** Returns the load before the window of each slice on this machine. */
    public static Duration lead(Cell cell, int arms) {
        return lead(cell, stand(cell, arms, MachineProbe.descriptorLimit()));
    }

    static Duration lead(Cell cell, boolean standing) {
        return standing ? cell.lead() : cell.lead().plus(plan(cell).untilSteady());
    }

    /**
     * Returns whether they stay open.
     *
     * @param descriptorLimit of a process; 0: unknown
     */
    static boolean stand(Cell cell, int arms, long descriptorLimit) {
        long needed = (long) arms * cell.connections() + DESCRIPTORS_BESIDES;
        return descriptorLimit <= 0 || needed <= descriptorLimit || needNoDescriptors(cell);
    }

    /** Its port does not matter here. */
    private static LoadPlan plan(Cell cell) {
        return cell.plan(ArmLoad.HOST, 1, 0);
    }

    private static boolean needNoDescriptors(Cell cell) {
        try {
            return ChainSupport.takesChains(plan(cell), GeneratorKind.detect());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
