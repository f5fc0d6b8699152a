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
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.time.Duration;

/**
 * IT-8: a server that never answers one request in a hundred. A lost request must not count as fast, nor be dropped: it stays in the distribution
 * with its age, so all quantiles above 99 % are at least that.
 *
 * @param users what they do after an answer. A request of those who reconnect has no time-out: a new connection that is not answered while others are may be
 *     waiting for its turn. So it is unanswered until the end, and a warm-up would add its own
 */
public record UnansweredCheck(OracleUsers users) implements Check {
    private static final int ONE_OF = 100;
    private static final double PER_SECOND = 1_000;
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofMillis(250);

    @Override
    public String id() {
        return "IT-8";
    }

    @Override
    public String title() {
        return "1 % of the requests never answered" + users.suffix();
    }

    @Override
    public String mark() {
        return "1 % +-0.2 censored, p99.5 at least the timeout of 250 ms";
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
        return InterferenceMonitor.judged(() -> InterferenceMonitor.between(() -> once(context)));
    }

    private CheckOutcome once(Context context) throws InterruptedException {
        LoadReport report = OracleRun.run(
                        context,
                        Oracle.PLAIN.losingOneOf(ONE_OF),
                        users,
                        new Arrivals.Poisson(PER_SECOND, 200),
                        users == OracleUsers.STAY ? WARM_UP : Duration.ZERO,
                        WINDOW,
                        TIMEOUT)
                .report();
        return judge(
                report.started(),
                report.answered(),
                report.censored(),
                report.response().quantile(0.995),
                TIMEOUT);
    }

    static CheckOutcome judge(long started, long answered, long censored, long p995, Duration timeout) {
        double share = censored / (double) started;
        return new Tally()
                .need(Math.abs(share - 1.0 / ONE_OF) <= 0.002, "%.2f %% censored", share * 100)
                .need(p995 >= timeout.toNanos(), "p99.5 >= %.0f ms", p995 / 1e6)
                .need(answered <= started - 0.8 * started / ONE_OF, "%,d of %,d answered", answered, started)
                .outcome();
    }
}
