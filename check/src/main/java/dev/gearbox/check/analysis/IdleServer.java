package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleRun;
import dev.gearbox.evidence.Slice;
import dev.gearbox.load.plan.Arrivals;
import java.time.Duration;

/**
 * IT-18: all arms of a fork are alive while one of them is measured, so the idle ones must cost next to nothing. A JVM with its connections and an
 * occasional request may use half a per cent of a core.
 */
public record IdleServer() implements Check {
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final double MOST = 0.005;

    @Override
    public String id() {
        return "IT-18";
    }

    @Override
    public String title() {
        return "processor time of an idle arm";
    }

    @Override
    public String mark() {
        return "<= 0.5 % of a core";
    }

    @Override
    public Cost cost() {
        return Cost.NORMAL;
    }

    @Override
    public Duration expected() {
        return WARM_UP.plus(WINDOW).plusSeconds(4);
    }

    @Override
    public CheckOutcome run(Context context) throws InterruptedException {
        // Two requests a second count as idle, and a run without any answer would have failed.
        OracleRun.Seen seen = OracleRun.run(context, Oracle.PLAIN, new Arrivals.Constant(2, 100), WARM_UP, WINDOW);
        Slice.ResourceUse cost = seen.run().slice().cost();
        return judge(cost.cpuMicros() / 1e6, cost.threads());
    }

    public static CheckOutcome judge(double cores, int threads) {
        return new Tally()
                .need(cores <= MOST, "%.2f %% of a core", cores * 100)
                .tell("%d threads", threads)
                .outcome();
    }
}
