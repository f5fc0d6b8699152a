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
 * Arms that hold idle connections. A block is a number of connections; a slice is one arm holding that many in a JVM that has held none before. The cost
 * of a connection is the slope over the blocks of a fork, which excludes the base memory of the process. Within a fork the numbers are in random order, so
 * that drift of the machine does not become a slope. There is no warm-up, because a used JVM holds memory that it no longer needs.
 */
public final class MemoryHarness implements Harness<GeneratorProcess> {
    /** The load before the window, in seconds: by then most subjects have greeted all connections. */
    public static final double LEAD = 1;

    /** The duration of the window beyond the idle time, in seconds. Reading may take longer: connections stay open until they are dropped. */
    private static final double STAY = 1;

    /** The time to start a JVM and open thousands of connections, in seconds. */
    private static final double START = 2;

    /** Descriptors that a JVM needs besides its connections. */
    private static final int DESCRIPTORS_BESIDES = 200;

    private final MemoryCell cell;
    private final ChildSetup setup;

    /**
     * Creates a harness for one launch of a fork.
     *
     * @param cell the users and their connections
     * @param experiment the experiment to measure
     * @param setup how the generator is started
     * @throws LabException if a process cannot have that many connections
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

    /** Returns the duration of a slice without its lead, in seconds. */
    public static double window(MemoryCell cell) {
        return cell.quietFor().toMillis() / 1e3 + STAY;
    }

    /** Estimates the duration of a fork, in seconds. */
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
