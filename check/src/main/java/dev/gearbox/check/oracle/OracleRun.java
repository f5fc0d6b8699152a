package dev.gearbox.check.oracle;

import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.InterferenceMonitor;
import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.report.LoadReport;
import dev.gearbox.stats.FitnessLimits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Measures an {@link OracleServer} once, as any subject: {@link SingleRun}. */
public final class OracleRun {
    private static final int RUNS = 3;

    private OracleRun() {}

    /**
     * The measurement, and whether the machine was quiet meanwhile.
     *
     * @param run the whole measurement
     */
    public record Seen(SingleRun.Result run) {
        /** Returns the generator's report. */
        public LoadReport report() {
            return run.report();
        }

        /** Returns whether others left the processors idle. */
        public boolean quiet() {
            return run.slice().disturbance().foreignCores() <= FitnessLimits.FOREIGN_CORES
                    && stealCores() <= FitnessLimits.CHECK_STEAL_CORES;
        }

        private double stealCores() {
            return run.slice().disturbance().steal() * Runtime.getRuntime().availableProcessors();
        }

        /** Describes the use of the machine by others. */
        String others() {
            return String.format(
                    Locale.ROOT,
                    "others used %.2f cores, steal %.2f",
                    run.slice().disturbance().foreignCores(),
                    stealCores());
        }

        /** Returns an attempt at a check that others may have disturbed. */
        public InterferenceMonitor.CheckAttempt attempt(CheckOutcome outcome) {
            String driver = run.report().effort().generator().split(" ", 2)[0];
            CheckOutcome driven =
                    new CheckOutcome(outcome.kind(), outcome.figure() + "; connections driven by " + driver);
            return new InterferenceMonitor.CheckAttempt(driven, !quiet(), others());
        }
    }

    /**
     * Runs the measurement.
     *
     * @throws dev.gearbox.lab.data.LabException if a child failed
     */
    public static Seen run(Context context, Oracle oracle, Arrivals arrivals, Duration warmUp, Duration window)
            throws InterruptedException {
        return run(context, oracle, OracleUsers.STAY, arrivals, warmUp, window, Duration.ofSeconds(10));
    }

    /**
     * Repeats the measurement as long as the generator reports that it did not keep its schedule: such a run is invalid. At most three times: a
     * generator that never keeps it is a finding.
     */
    public static Seen kept(
            Context context, Oracle oracle, OracleUsers users, Arrivals arrivals, Duration warmUp, Duration window)
            throws InterruptedException {
        Duration timeout = Duration.ofSeconds(10);
        Seen seen = run(context, oracle, users, arrivals, warmUp, window, timeout);
        for (int again = 1; again < RUNS && !seen.report().valid(); again++) {
            seen = run(context, oracle, users, arrivals, warmUp, window, timeout);
        }
        return seen;
    }

    public static Seen run(
            Context context,
            Oracle oracle,
            OracleUsers users,
            Arrivals arrivals,
            Duration warmUp,
            Duration window,
            Duration timeout)
            throws InterruptedException {
        Cell cell = cell(users, arrivals, warmUp, window, timeout);
        return new Seen(SingleRun.open(context.setup()).run(cell, oracle.subject("oracle")));
    }

    /** Returns a cell with a user who sends and waits for the echo, with these arrivals. */
    static Cell cell(OracleUsers users, Arrivals arrivals, Duration warmUp, Duration window, Duration timeout) {
        return new Cell(
                "oracle",
                Length.QUICK,
                Map.of(),
                Oracle.ECHO,
                Map.of(),
                Set.of(Oracle.ECHO),
                arrivals,
                users.script(arrivals),
                List.of(),
                warmUp,
                window,
                timeout,
                Duration.ZERO,
                Cell.SHORT_LEAD,
                Optional.empty());
    }
}
