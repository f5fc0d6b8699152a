package dev.gearbox.check;

import dev.gearbox.lab.Cell;
import dev.gearbox.lab.Lab;
import dev.gearbox.lab.LabException;
import dev.gearbox.lab.Length;
import dev.gearbox.lab.Metrics;
import dev.gearbox.lab.Progress;
import dev.gearbox.lab.ResultFiles;
import dev.gearbox.lab.TrialResult;
import dev.gearbox.load.Arrivals;
import dev.gearbox.load.Expectation;
import dev.gearbox.load.LoadReport;
import dev.gearbox.load.Payload;
import dev.gearbox.load.Script;
import dev.gearbox.load.Step;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** An {@link OracleServer} measured once, as any subject is: two children, one window. */
final class OracleTrial {
    private static final double QUIET = 0.10;
    private static final double STEAL = 0.02;
    private static final int TRIALS = 3;

    private OracleTrial() {}

    /**
     * What was measured, and whether the machine was quiet meanwhile.
     *
     * @param trial all of it
     * @param report what the users saw
     * @param metrics what follows from it
     */
    record Seen(TrialResult trial, LoadReport report, Metrics metrics) {
        /** Whether nobody else used the processors. */
        boolean quiet() {
            return metrics.foreignCores() <= QUIET && metrics.steal() <= STEAL;
        }

        /** What others did, in words. */
        String others() {
            return String.format(
                    Locale.ROOT, "others used %.2f cores, steal %.2f", metrics.foreignCores(), metrics.steal());
        }

        /** A run of a check that others may have spoiled. */
        Quiet.Attempt attempt(Outcome outcome) {
            return new Quiet.Attempt(outcome, !quiet(), others());
        }
    }

    /**
     * Measures it.
     *
     * @throws LabException when a child failed
     */
    static Seen run(Context context, Oracle oracle, Arrivals arrivals, Duration warmUp, Duration window)
            throws InterruptedException {
        return run(context, oracle, arrivals, warmUp, window, Duration.ofSeconds(10));
    }

    /**
     * Measures it anew as long as the generator says of itself that it did not keep its schedule: such a trial is invalid, and nothing follows from
     * it. At most three times: a generator that never keeps it is a finding.
     */
    static Seen kept(Context context, Oracle oracle, Arrivals arrivals, Duration warmUp, Duration window)
            throws InterruptedException {
        Seen seen = run(context, oracle, arrivals, warmUp, window);
        for (int again = 1; again < TRIALS && !seen.report().valid(); again++) {
            seen = run(context, oracle, arrivals, warmUp, window);
        }
        return seen;
    }

    static Seen run(
            Context context, Oracle oracle, Arrivals arrivals, Duration warmUp, Duration window, Duration timeout)
            throws InterruptedException {
        Cell cell = cell(arrivals, warmUp, window, timeout);
        TrialResult result = Lab.open(context.setup())
                .run(
                        List.of(cell),
                        List.of(oracle.subject("oracle")),
                        ResultFiles.create(context.scratch(), "check"),
                        Progress.SILENT)
                .getFirst();
        LoadReport report = result.report();
        if (result.failure() != null || report == null) {
            throw new LabException(
                    result.failure() == null ? "no report" : result.failure().cause());
        }
        return new Seen(result, report, result.metrics().orElseThrow());
    }

    /** A user who sends and waits for the echo, as the arrivals say. */
    static Cell cell(Arrivals arrivals, Duration warmUp, Duration window, Duration timeout) {
        Step send = new Step.Send(new Payload.Bytes(Oracle.BYTES));
        Step expect = new Step.Expect(new Expectation.Echo());
        Script script = arrivals instanceof Arrivals.Closed
                ? Script.of(new Step.Connect(), Step.Repeat.forever(send, expect))
                : Script.of(new Step.Connect(), send, expect);
        return new Cell(
                "oracle",
                Length.QUICK,
                Map.of(),
                Oracle.ECHO,
                Map.of(),
                Set.of(Oracle.ECHO),
                arrivals,
                script,
                List.of(),
                warmUp,
                window,
                timeout,
                Duration.ZERO);
    }
}
