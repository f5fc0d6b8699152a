package dev.gearbox.lab.memory;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.fork.Harness;
import dev.gearbox.lab.workload.MemoryCell;
import java.io.IOException;
import java.util.Optional;

/**
 * Arms that hold idle connections. A block is a number of connections; a slice is an arm, in a JVM that has held none before, that holds so many.
 * What each costs is the slope over the blocks of a fork, so that what a process needs anyway falls out. Within a fork the numbers come in random
 * order, so that what drifts on the machine does not become a slope. Nothing is warmed: a used JVM holds memory that nobody needs any more.
 */
public final class MemoryHarness implements Harness<GeneratorProcess> {
    /** Load before the window, in seconds: after this most subjects have greeted everybody. */
    public static final double LEAD = 1;

    /** How long the window lasts beyond the quiet, in seconds. Reading may take longer: connections stand until they are dropped. */
    private static final double STAY = 1;

    /** A JVM starts, thousands connect, in seconds. */
    private static final double START = 2;

    /** Descriptors that a JVM needs besides its connections. */
    private static final int DESCRIPTORS_BESIDES = 200;

    private final MemoryCell cell;
    private final ChildSetup setup;

    /**
     * For one launch of a fork.
     *
     * @param cell who connects
     * @param experiment what is measured
     * @param setup how the generator is started
     * @throws LabException if a process may not have so many connections
     */
    public MemoryHarness(MemoryCell cell, Experiment experiment, ChildSetup setup) {
        this.cell = cell;
        this.setup = setup;
        long limit = experiment.machine().descriptorLimit();
        long needed = (long) cell.largest().connections() + DESCRIPTORS_BESIDES;
        if (limit > 0 && needed > limit) {
            throw new LabException(cell.largest().label() + " needs " + needed + " open descriptors and the limit is "
                    + limit + " (ulimit -n)");
        }
    }

    /** How long a slice is without its lead, in seconds. */
    public static double window(MemoryCell cell) {
        return cell.quietFor().toMillis() / 1e3 + STAY;
    }

    /** About how long a fork takes, in seconds. */
    public static double forkSeconds(Design design, int arms) {
        return arms * design.blocks() * (START + design.leadSeconds() + design.windowSeconds());
    }

    @Override
    public Optional<GeneratorProcess> instrument() throws IOException {
        return Optional.of(GeneratorProcess.start(setup));
    }

    @Override
    public boolean warms() {
        return false;
    }

    @Override
    public Turn prepare(Fork<GeneratorProcess> fork) {
        return new ArmMemory(cell, fork);
    }
}
