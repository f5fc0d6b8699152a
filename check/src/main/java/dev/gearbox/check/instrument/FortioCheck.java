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
import dev.gearbox.load.report.Latencies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * IT-13: response times at a fixed rate, by {@code fortio} and by our generator in turns, of a server that takes 20 ms for each request. At half load
 * and one request at a time, so that nothing queues: fortio measures from the actual send time, so in a queue it misses what users wait. Its
 * histogram begins just below the service time: otherwise one bucket would hold everything from 20 to 30 ms, and the printed quantiles would be
 * interpolated across that bucket.
 */
public record FortioCheck(Optional<LoadTool> fortio) implements Check {
    /**
     * The result of one of the two in a slice.
     *
     * @param p50 in ms
     * @param p90 in ms
     */
    record Seen(double p50, double p90) {}

    private static final Duration SERVICE = Duration.ofMillis(20);
    private static final Duration OFFSET = Duration.ofMillis(19);
    private static final Duration SLICE = Duration.ofSeconds(5);
    private static final int PAIRS = 5;
    private static final double PER_SECOND = 25;
    private static final double MARGIN = 0.05;

    @Override
    public String id() {
        return "IT-13";
    }

    @Override
    public String title() {
        return "open-loop times of 20 ms, ours to fortio's";
    }

    @Override
    public String mark() {
        return "intervals of the ratios within 5 %";
    }

    @Override
    public Cost cost() {
        return Cost.NORMAL;
    }

    @Override
    public Duration expected() {
        return fortio.isPresent() ? Duration.ofSeconds(70) : Duration.ofSeconds(1);
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (fortio.isEmpty()) {
            return CheckOutcome.notHere("fortio is not installed");
        }
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        LoadTool theirs = fortio.get();
        return InterferenceMonitor.judged(() -> InterferenceMonitor.between(() -> compared(context, theirs)));
    }

    private static CheckOutcome compared(Context context, LoadTool fortio) throws IOException, InterruptedException {
        try (LoneServer server = LoneServer.start(context, Oracle.PLAIN.serving(SERVICE), Oracle.HTTP)) {
            List<AlternatingRuns.RunPair<Seen>> pairs = AlternatingRuns.take(
                    PAIRS, context.seed(), () -> ours(context, server), () -> theirs(context, fortio, server));
            return judge(ratios(pairs, Seen::p50), ratios(pairs, Seen::p90));
        }
    }

    private static double[] ratios(List<AlternatingRuns.RunPair<Seen>> pairs, ToDoubleFunction<Seen> quantile) {
        return pairs.stream()
                .mapToDouble(
                        pair -> Math.log(quantile.applyAsDouble(pair.ours()) / quantile.applyAsDouble(pair.theirs())))
                .toArray();
    }

    private static Seen ours(Context context, LoneServer server) throws IOException {
        Latencies response = server.load(plan(context, server.port())).response();
        return new Seen(response.quantile(0.5) / 1e6, response.quantile(0.9) / 1e6);
    }

    private static LoadPlan plan(Context context, int port) {
        Script script = Script.of(
                new Step.Connect(),
                new Step.Send(new Payload.Text("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")),
                new Step.Expect(new Expectation.Text(OracleServer.HTTP_ANSWER)));
        return new LoadPlan(
                "127.0.0.1",
                port,
                script,
                new Arrivals.Constant(PER_SECOND, 1),
                Duration.ofSeconds(1),
                SLICE,
                Duration.ofSeconds(5),
                context.seed());
    }

    private static Seen theirs(Context context, LoadTool fortio, LoneServer server)
            throws IOException, InterruptedException {
        Path file = Files.createTempFile(context.scratch(), "fortio", ".json");
        fortio.run(
                context,
                SLICE.plusSeconds(20),
                List.of(
                        "load",
                        "-quiet",
                        "-c",
                        "1",
                        "-qps",
                        String.format(Locale.ROOT, "%.0f", PER_SECOND),
                        "-t",
                        SLICE.toSeconds() + "s",
                        "-offset",
                        OFFSET.toMillis() + "ms",
                        "-r",
                        "0.00001",
                        "-p",
                        "50,90",
                        "-json",
                        file.toString(),
                        "http://127.0.0.1:" + server.port() + "/"));
        return quantiles(Files.readString(file));
    }

    /**
     * Parses median and 90th percentile from fortio's output, in ms.
     *
     * @throws IOException if they are missing
     */
    static Seen quantiles(String json) throws IOException {
        JsonNode percentiles = JsonMapper.shared().readTree(json).at("/DurationHistogram/Percentiles");
        if (percentiles.size() != 2) {
            throw new IOException("fortio reported no percentiles");
        }
        return new Seen(
                percentiles.get(0).required("Value").asDouble() * 1e3,
                percentiles.get(1).required("Value").asDouble() * 1e3);
    }

    /** Judges by the log ratios of the pairs: both quantiles must be shown to be equal, and one that is shown to differ is enough to fail. */
    static CheckOutcome judge(double[] medians, double[] nineties) {
        CheckOutcome p50 = Equivalence.judge(medians, MARGIN);
        CheckOutcome p90 = Equivalence.judge(nineties, MARGIN);
        String figure = "p50 " + p50.figure() + ", p90 " + p90.figure();
        if (p50.kind() == CheckOutcome.Kind.FAILED || p90.kind() == CheckOutcome.Kind.FAILED) {
            return CheckOutcome.of(false, figure);
        }
        return p50.passed() && p90.passed() ? CheckOutcome.of(true, figure) : CheckOutcome.notHere(figure);
    }
}
