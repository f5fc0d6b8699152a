package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.InterferenceMonitor;
import dev.gearbox.check.Tally;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleRun;
import dev.gearbox.check.oracle.OracleUsers;
import dev.gearbox.check.oracle.ServiceLog;
import dev.gearbox.check.statistics.Lindley;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.report.Latencies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * IT-4: a queue with known services. The server records when each service began and ended; the arrivals are those of the schedule; so {@link Lindley}
 * gives the correct value of every response time, and the generator must have measured it. Textbook averages of such a queue are no use here: one
 * more stall of the host changes the average of this run.
 *
 * @param users what they do after an answer; the server accepts users who reconnect between two services, so these must be long in comparison
 * @param perSecond arrivals per second
 * @param mean service time
 * @param window what is measured
 * @param cost of this check
 */
public record QueueingOracle(OracleUsers users, double perSecond, Duration mean, Duration window, Cost cost)
        implements Check {
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int CONNECTIONS = 64;
    private static final double QUIET = 0.05;
    private static final double NOISY = 0.15;

    @Override
    public String id() {
        return "IT-4";
    }

    @Override
    public String title() {
        return String.format(
                Locale.ROOT,
                "queue of %.0f/s at %d ms, %d s, against its replay%s",
                perSecond,
                mean.toMillis(),
                window.toSeconds(),
                users.suffix());
    }

    @Override
    public String mark() {
        return "mean, p50, p90 within 5 % of the replay (15 % if not quiet)";
    }

    @Override
    public Duration expected() {
        return WARM_UP.plus(window).plusSeconds(4);
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        return InterferenceMonitor.judged(() -> {
            Path log = Files.createTempFile(context.scratch(), "services", ".log");
            Oracle oracle = Oracle.PLAIN
                    .servingExponential(mean, context.seed())
                    .spinning()
                    .logging(log);
            Arrivals arrivals = new Arrivals.Poisson(perSecond, CONNECTIONS);
            OracleRun.Seen seen = OracleRun.run(context, oracle, users, arrivals, WARM_UP, window, TIMEOUT);
            LoadPlan plan = seen.run().plan();
            ServiceLog.Services services = ServiceLog.read(log);
            boolean quiet = seen.quiet() && seen.report().valid();
            return seen.attempt(judge(predict(plan, services), seen.report().response(), quiet, services.overhead()));
        });
    }

    /** The response times of the window, sorted, in ns. */
    public static long[] predict(LoadPlan plan, ServiceLog.Services services) {
        long overhead = services.overhead();
        long[] lengths = Arrays.stream(services.lengths())
                .map(length -> length + overhead)
                .toArray();
        long[] arrivals = plan.arrivals().times(plan.seed(), lengths.length);
        long[] responses = Lindley.responses(arrivals, lengths);
        long from = plan.warmUp().toNanos();
        long to = from + plan.measure().toNanos();
        int first = 0;
        while (first < arrivals.length && arrivals[first] < from) {
            first++;
        }
        int last = first;
        while (last < arrivals.length && arrivals[last] < to) {
            last++;
        }
        long[] window = Arrays.copyOfRange(responses, first, last);
        Arrays.sort(window);
        return window;
    }

    static CheckOutcome judge(long[] predicted, Latencies response, boolean quiet, long overhead) {
        double share = quiet ? QUIET : NOISY;
        double mean = Arrays.stream(predicted).average().orElse(Double.NaN);
        double p50 = quantile(predicted, 0.50);
        double p90 = quantile(predicted, 0.90);
        return new Tally()
                .need(
                        Tally.within(response.mean(), mean, share),
                        "mean %.2f ms for %.2f",
                        response.mean() / 1e6,
                        mean / 1e6)
                .need(
                        Tally.within((double) response.quantile(0.5), p50, share),
                        "p50 %.2f for %.2f",
                        response.quantile(0.5) / 1e6,
                        p50 / 1e6)
                .need(
                        Tally.within((double) response.quantile(0.9), p90, share),
                        "p90 %.2f for %.2f",
                        response.quantile(0.9) / 1e6,
                        p90 / 1e6)
                .tell("%d us between services", overhead / 1000)
                .tell(quiet ? "quiet" : "not quiet")
                .outcome();
    }

    static long quantile(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
