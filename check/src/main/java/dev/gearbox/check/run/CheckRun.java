package dev.gearbox.check.run;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.load.loop.GeneratorException;
import dev.gearbox.load.plan.BadPlanException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs checks one after another: two at once would disturb each other. */
public final class CheckRun {
    private CheckRun() {}

    /** Reports progress, on the thread that runs the checks. */
    public interface CheckListener {
        /** Ignores all events. */
        CheckListener NONE = new CheckListener() {};

        /**
         * A check begins.
         *
         * @param check the check
         * @param done share of the expected time that has passed, 0 to 1
         * @param left estimated time until all are done
         */
        default void begins(Check check, double done, Duration left) {}

        /** A check has ended. */
        default void ended(Result result) {}
    }

    /**
     * A check and its outcome.
     *
     * @param check the check
     * @param outcome its outcome
     */
    public record Result(Check check, CheckOutcome outcome) {}

    /**
     * Runs all of them. A check that throws has failed, and the others continue.
     *
     * @throws InterruptedException if the thread is interrupted; no child process is left
     */
    public static List<Result> run(List<Check> checks, Context context, CheckListener listener)
            throws InterruptedException {
        Duration all = expected(checks);
        Duration left = all;
        List<Result> results = new ArrayList<>();
        for (Check check : checks) {
            listener.begins(check, 1 - (double) left.toMillis() / Math.max(1, all.toMillis()), left);
            Result result = new Result(check, outcome(check, context));
            results.add(result);
            listener.ended(result);
            left = left.minus(check.expected());
        }
        return results;
    }

    /** Returns their approximate duration together. */
    public static Duration expected(List<Check> checks) {
        return checks.stream().map(Check::expected).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns 0 unless a check failed; one that could not be decided here does not count. */
    public static int exitCode(List<Result> results) {
        return results.stream().anyMatch(result -> result.outcome().kind() == CheckOutcome.Kind.FAILED) ? 1 : 0;
    }

    private static CheckOutcome outcome(Check check, Context context) throws InterruptedException {
        try {
            return check.run(context);
        } catch (IOException | LabException | EvidenceException | BadPlanException | GeneratorException broken) {
            return CheckOutcome.of(false, "could not be completed: " + broken.getMessage());
        }
    }
}
