package dev.gearbox.check;

import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.probe.MachineReading;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.stats.FitnessLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Detects whether other programs use the machine, while no process of ours runs. */
public final class InterferenceMonitor {
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final int LOOKS = 5;
    private static final int ATTEMPTS = 2;

    private InterferenceMonitor() {}

    /** Returns the number of cores that others keep busy over the next two seconds. */
    public static double foreignCores() throws IOException, InterruptedException {
        Probe probe = Probe.open();
        MachineReading before = probe.machine();
        Thread.sleep(LOOK); // the interval itself is measured; it does not stand for a condition
        return probe.machine().foreignCores(before);
    }

    /** Waits until others use almost no processor time, for a limited time. */
    static void await() throws IOException, InterruptedException {
        for (int look = 0; look < LOOKS && foreignCores() > FitnessLimits.FOREIGN_CORES; look++) {
            // Each measurement takes time.
        }
    }

    /** An attempt at a check: its outcome, and whether others disturbed it. */
    public record CheckAttempt(CheckOutcome outcome, boolean disturbed, String by) {}

    /** Runs an attempt. */
    @FunctionalInterface
    public interface Run<T> {
        T get() throws IOException, InterruptedException;
    }

    /**
     * Runs an attempt with programs whose processor use cannot be distinguished from that of others: checks for other programs before and after it,
     * and for steal time of the hypervisor during it.
     */
    public static CheckAttempt between(Run<CheckOutcome> run) throws IOException, InterruptedException {
        double before = foreignCores();
        Probe probe = Probe.open();
        MachineReading begin = probe.machine();
        CheckOutcome outcome = run.get();
        double steal = probe.machine().steal(begin) / Runtime.getRuntime().availableProcessors();
        double most = Math.max(before, foreignCores());
        return new CheckAttempt(
                outcome,
                most > FitnessLimits.FOREIGN_CORES || steal > FitnessLimits.STEAL,
                String.format(
                        Locale.ROOT,
                        "others used %.2f cores before or after the run, the hypervisor took %.0f %% of the processors"
                                + " during it",
                        most,
                        100 * steal));
    }

    /**
     * Runs a check that others may disturb. The result counts if it passed, or if it was not disturbed. A disturbed failure is inconclusive: it is
     * repeated once, and then the check counts as not decidable here.
     */
    public static CheckOutcome judged(Run<CheckAttempt> run) throws IOException, InterruptedException {
        return judged(
                () -> {
                    await();
                    return run.get();
                },
                ATTEMPTS);
    }

    /** As above, without waiting. */
    public static CheckOutcome judged(Run<CheckAttempt> run, int attempts) throws IOException, InterruptedException {
        @Nullable CheckAttempt last = null;
        for (int attempt = 0; attempt < attempts; attempt++) {
            last = run.get();
            if (last.outcome().passed() || !last.disturbed()) {
                return last.outcome();
            }
        }
        return CheckOutcome.notHere("a quiet machine"
                + (last == null
                        ? ""
                        : ": " + last.by() + "; seen: " + last.outcome().figure()));
    }

    /** Returns whether a slice was disturbed by others, by the limits of the analysis. */
    public static boolean disturbed(Slice slice) {
        return slice.disturbance().exceeds();
    }
}
