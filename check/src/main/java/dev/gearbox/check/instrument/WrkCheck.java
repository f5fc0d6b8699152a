package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.InterferenceMonitor;
import dev.gearbox.check.LoadTool;
import dev.gearbox.check.oracle.LoneServer;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleServer;
import dev.gearbox.check.statistics.Equivalence;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Expectation;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Payload;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * IT-12: the throughput of a closed loop of 32 users, by {@code wrk} and by our generator, in turns on one server. Only throughput: wrk fills its
 * histogram with times that it did not measure.
 */
public record WrkCheck(Optional<LoadTool> wrk) implements Check {
    private static final int PAIRS = 5;
    /** Enough users that the server has the next request while either generator wakes up. */
    private static final int USERS = 32;

    private static final Duration SLICE = Duration.ofSeconds(5);
    private static final double MARGIN = 0.05;
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /**
     * Slow enough that the server is the limit, and neither of the generators. With 50 us our generator got 1.13 [1.10, 1.16] times as many answers,
     * with 500 us 1.037 [1.016, 1.058], with 2 ms 1.023 [1.004, 1.042]. Wrk sleeps until an answer arrives, and its rate includes its start and its
     * end; how much each contributes was not measured.
     */
    private static final Duration SERVICE = Duration.ofMillis(2);

    @Override
    public String id() {
        return "IT-12";
    }

    @Override
    public String title() {
        return "closed-loop throughput, ours to wrk's";
    }

    @Override
    public String mark() {
        return "interval of the ratio within 5 %";
    }

    @Override
    public Cost cost() {
        return Cost.NORMAL;
    }

    @Override
    public Duration expected() {
        return wrk.isPresent() ? Duration.ofSeconds(70) : Duration.ofSeconds(1);
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (wrk.isEmpty()) {
            return CheckOutcome.notHere("wrk is not installed");
        }
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        LoadTool theirs = wrk.get();
        return InterferenceMonitor.judged(() -> InterferenceMonitor.between(() -> compared(context, theirs)));
    }

    private static CheckOutcome compared(Context context, LoadTool wrk) throws IOException, InterruptedException {
        try (LoneServer server = LoneServer.start(context, Oracle.PLAIN.serving(SERVICE), Oracle.HTTP)) {
            theirs(context, wrk, server); // warms the server
            List<AlternatingRuns.RunPair<Double>> pairs = AlternatingRuns.take(
                    PAIRS, context.seed(), () -> ours(context, server), () -> theirs(context, wrk, server));
            return Equivalence.judge(
                    pairs.stream()
                            .mapToDouble(pair -> Math.log(pair.ours() / pair.theirs()))
                            .toArray(),
                    MARGIN);
        }
    }

    private static double ours(Context context, LoneServer server) throws IOException {
        Script script = Script.of(
                new Step.Connect(),
                Step.Repeat.forever(
                        new Step.Send(new Payload.Text(REQUEST)),
                        new Step.Expect(new Expectation.Text(OracleServer.HTTP_ANSWER))));
        return server.load(new LoadPlan(
                        "127.0.0.1",
                        server.port(),
                        script,
                        new Arrivals.Closed(USERS),
                        Duration.ofSeconds(1),
                        SLICE,
                        Duration.ofSeconds(5),
                        context.seed()))
                .answeredPerSecond();
    }

    private static double theirs(Context context, LoadTool wrk, LoneServer server)
            throws IOException, InterruptedException {
        return rate(wrk.run(
                context,
                SLICE.plusSeconds(20),
                List.of(
                        "-t1",
                        "-c" + USERS,
                        "-d" + SLICE.toSeconds() + "s",
                        "http://127.0.0.1:" + server.port() + "/")));
    }

    /**
     * Parses the rate from wrk's output.
     *
     * @throws IOException if there is none, or if wrk reports errors
     */
    static double rate(String said) throws IOException {
        Matcher rate = RATE.matcher(said);
        if (!rate.find()) {
            throw new IOException("wrk printed no rate");
        }
        if (said.contains("Socket errors") || said.contains("Non-2xx")) {
            throw new IOException("wrk had errors");
        }
        return Double.parseDouble(rate.group(1));
    }
}
