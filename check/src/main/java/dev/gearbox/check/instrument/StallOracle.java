package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.InterferenceMonitor;
import dev.gearbox.check.Tally;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleRun;
import dev.gearbox.check.oracle.OracleUsers;
import dev.gearbox.load.plan.Arrivals;
import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * IT-5: the server stalls once, for 200 ms of 10 s. Users who arrive meanwhile wait up to 200 ms, evenly distributed: 2 % of all, so that the 99th
 * percentile is 100 ms and the 99.9th 190 ms, whatever else the server does. An instrument that sends nothing while the server is silent (coordinated
 * omission) sees a handful of slow requests and a good p99.9.
 *
 * @param users what they do after an answer
 * @param perSecond arrivals per second: few enough that those of the stall are served within some milliseconds after it
 */
public record StallOracle(OracleUsers users, double perSecond) implements Check {
    static final Duration STALL = Duration.ofMillis(200);
    static final Duration WINDOW = Duration.ofSeconds(10);

    /** The arrivals of users who stay. */
    public static final double PER_SECOND = 5_000;

    /** Few enough that the requests in flight at the stall are less than one in a thousand. */
    static final int CONNECTIONS = 8;

    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration AFTER = WARM_UP.plusSeconds(4);

    @Override
    public String id() {
        return "IT-5";
    }

    @Override
    public String title() {
        return "stall of 200 ms in 10 s" + users.suffix();
    }

    @Override
    public String mark() {
        return "p99 100 ms +15 %, p99.9 190 ms +-5 %, longest 200 to 215";
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
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        return InterferenceMonitor.judged(() -> {
            OracleRun.Seen seen = OracleRun.kept(
                    context,
                    Oracle.PLAIN.stalling(AFTER, STALL),
                    users,
                    new Arrivals.Poisson(perSecond, CONNECTIONS),
                    WARM_UP,
                    WINDOW);
            CheckOutcome outcome = judge(
                    seen.report().response().histogram(),
                    seen.report().service().histogram());
            return seen.attempt(
                    seen.report().valid()
                            ? outcome
                            : CheckOutcome.of(
                                    outcome.passed(),
                                    outcome.figure() + "; generator: "
                                            + String.join("; ", seen.report().reasons())));
        });
    }

    /** Returns whether times in ns show the stall as users felt it, while the times from the actual send do not. */
    static CheckOutcome judge(Histogram response, Histogram service) {
        double p99 = response.getValueAtPercentile(99) / 1e6;
        double p999 = response.getValueAtPercentile(99.9) / 1e6;
        double longest = response.getMaxValue() / 1e6;
        double served = service.getValueAtPercentile(99.9) / 1e6;
        double stall = STALL.toMillis();
        double hundredth = stall - 0.01 * WINDOW.toMillis();
        double thousandth = stall - 0.001 * WINDOW.toMillis();
        return new Tally()
                .need(p99 >= 0.95 * hundredth && p99 <= 1.15 * hundredth, "p99 %.1f ms", p99)
                .need(Tally.within(p999, thousandth, 0.05), "p99.9 %.1f", p999)
                .need(longest >= stall - 1 && longest <= stall + 15, "longest %.1f", longest)
                .need(served < 0.1 * stall, "p99.9 from the write on %.1f", served)
                .outcome();
    }
}
