package dev.gearbox.check;

import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.probe.MachineReading;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.stats.FitnessLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether anybody else uses the machine, asked while nothing of ours runs. */
public final class InterferenceMonitor {
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final int LOOKS = 5;
    private static final int ATTEMPTS = 2;

    private InterferenceMonitor() {}

    /** The cores that others kept busy in the next two seconds. */
    public static double foreignCores() throws IOException, InterruptedException {
        Probe probe = Probe.open();
        MachineReading before = probe.machine();
        Thread.sleep(LOOK); // the time itself is what is looked at, not a condition
        return probe.machine().foreignCores(before);
    }

    /** Waits for a look in which others use next to nothing, but not for ever. */
    static void await() throws IOException, InterruptedException {
        for (int look = 0; look < LOOKS && foreignCores() > FitnessLimits.FOREIGN_CORES; look++) {
            // The look itself took its time.
        }
    }

    /** A run of a check: what came of it, and whether others disturbed it. */
    public record CheckAttempt(CheckOutcome outcome, boolean disturbed, String by) {}

    /** Makes a run. */
    @FunctionalInterface
    public interface Run<T> {
        T get() throws IOException, InterruptedException;
    }

    /**
     * A run of programs whose use of the processors cannot be told from that of others: looks at programs before and after it,
     * and at what the hypervisor took while it ran.
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
     * Makes a run that others may spoil: it counts if it passed, or if nobody disturbed it. One that failed while others
     * used the machine says nothing; it is made once more, and then it cannot be told here.
     */
    public static CheckOutcome judged(Run<CheckAttempt> run) throws IOException, InterruptedException {
        return judged(
                () -> {
                    await();
                    return run.get();
                },
                ATTEMPTS);
    }

    /** The same without waiting. */
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

    /** Whether a slice was disturbed by others, by the limits of the analysis. */
    public static boolean disturbed(Slice slice) {
        return slice.disturbance().exceeds();
    }
}
