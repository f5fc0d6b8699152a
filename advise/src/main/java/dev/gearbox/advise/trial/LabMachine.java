package dev.gearbox.advise.trial;

import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.child.PlacementChoice;
import dev.gearbox.lab.workload.CoreNeeds;
import java.util.Optional;

/**
 * What the lab can load on a machine.
 *
 * @param usualCores cores of the server, if nothing else is asked for
 * @param mostCores the most that it can have, with the load on another one
 * @param connections the most that server and load can hold open
 */
public record LabMachine(int usualCores, int mostCores, long connections) {
    /** Descriptors that a process needs for other things than connections. */
    private static final long OTHER_DESCRIPTORS = 500;

    private static final long MOST_CONNECTIONS = 100_000;

    /**
     * Returns this machine.
     *
     * @param descriptors how many files a process may open
     */
    public static LabMachine here(long descriptors) {
        PlacementChoice choice = PlacementChoice.here();
        int all = choice.allowed().isEmpty()
                ? Runtime.getRuntime().availableProcessors()
                : choice.allowed().size();
        boolean apart = !choice.usual().equals(Pinning.NONE);
        return new LabMachine(
                apart ? choice.usual().server().size() : all,
                apart ? all - 1 : all,
                Math.min(MOST_CONNECTIONS, Math.max(1, descriptors - OTHER_DESCRIPTORS)));
    }

    /** Returns where server and load run, so that the server has this number of cores; empty if nothing can be pinned. */
    public static Optional<Pinning> placement(int cores) {
        PlacementChoice choice = PlacementChoice.here();
        return choice.usual().equals(Pinning.NONE)
                ? Optional.empty()
                : choice.fitting(new CoreNeeds(Optional.of(cores), Optional.empty(), Optional.of(true)));
    }
}
