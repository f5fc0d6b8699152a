package dev.gearbox.load.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.PlanJson;
import dev.gearbox.load.plan.Plans;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.plan.Step;
import dev.gearbox.load.process.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class PlanAndReportTest {
    private static final LoadPlan PLAN = Plans.plan(7007, Plans.ping(64), new Arrivals.Poisson(2000, 100));

    static List<Arrivals> models() {
        return List.of(
                new Arrivals.Closed(7),
                new Arrivals.Constant(2, 8, 0.25),
                new Arrivals.Constant(0.5, 3),
                new Arrivals.Bursts(1000, 20, 200),
                new Arrivals.Poisson(12_345.678, 1));
    }

    @ParameterizedTest
    @MethodSource("models")
    void aPlanReadsBack(Arrivals arrivals) {
        LoadPlan plan = Plans.plan(1, Plans.ping(64), arrivals);
        assertThat(LoadPlan.fromJson(plan.toJson())).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"warmUp\"|\"warmup\"|plan: unknown key \"warmup\". Did you mean warmUp? Known: arrivals, background, host, measure, port, script, seed, timeout, warmUp",
                "\"seed\":|\"sede\":1,\"seed\":"
                        + "|plan: unknown key \"sede\". Did you mean seed? Known: arrivals, background, host, measure, port, script, seed, timeout, warmUp",
                "7007|70070|plan: port: 70070 is out of range: 1 to 65535",
                "poisson|posson|plan: arrivals.model is \"posson\". Did you mean poisson? Known: closed, constant, poisson, bursts",
                "2000.0|-1|plan: arrivals: perSecond: -1.0 is out of range: 0.001 to 10000000",
                "2000.0|\"fast\"|plan: arrivals.perSecond must be a number, not \"fast\"",
                "\"connections\"|\"users\"|plan: arrivals: unknown key \"users\". Known: active, connections, model, perSecond",
                "PT0.3S|PT0S|plan: measure: 0 s is out of range: above 0 to 365 days",
                "\"127.0.0.1\"|\" \"|plan: host: is empty",
            })
    void aPlanSaysWhatIsWrongWithIt(String right, String wrong, String message) {
        String json = PLAN.toJson();
        assertThat(json).contains(right);
        assertThatThrownBy(() -> LoadPlan.fromJson(json.replace(right, wrong)))
                .isInstanceOf(BadPlanException.class)
                .hasMessage(message);
    }

    @Test
    void anOpenLoopNeedsAScriptThatEnds() {
        var churn = Script.of(Plans.CONNECT, Plans.CLOSE, Step.Repeat.forever(Plans.CONNECT, Plans.CLOSE));
        assertThat(Plans.plan(1, churn, new Arrivals.Closed(1)).script()).isEqualTo(churn);
        assertThatThrownBy(() -> Plans.plan(1, churn, new Arrivals.Constant(1, 1)))
                .isInstanceOf(BadPlanException.class)
                .hasMessageContaining("never ends");
        assertThatThrownBy(() -> Plans.plan(1, Script.of(Plans.CONNECT), new Arrivals.Constant(1, 1)))
                .isInstanceOf(BadPlanException.class)
                .hasMessageContaining("nothing to do for an arrival");
    }

    private static LoadReport report() {
        var histogram = Latencies.recorder();
        histogram.recordValue(1_000);
        histogram.recordValueWithCount(2_000_000, 98);
        histogram.recordValue(Latencies.HIGHEST);
        Latencies latencies = Latencies.of(histogram);
        return new LoadReport(
                Duration.ofSeconds(2),
                100,
                99,
                1,
                3,
                4,
                5,
                6,
                50.5,
                49.5,
                Map.of(ErrorKind.RESET, new LoadReport.Errors(2, 1, "the first \"one\"")),
                latencies,
                latencies,
                Latencies.of(Latencies.recorder()),
                Latencies.NONE,
                latencies,
                Latencies.NONE,
                new LoadReport.GeneratorUsage(0.25, 0.5, 0.2, 1, "spin", 16),
                false,
                List.of("lag"),
                Map.of());
    }

    @Test
    void aReportReadsBack() {
        assertThat(LoadReport.fromJson(report().toJson())).isEqualTo(report());
    }

    @Test
    void whatCameLaterMayBeMissing() {
        var full = new LoadReport(
                report().window(),
                100,
                99,
                1,
                3,
                4,
                5,
                6,
                50.5,
                49.5,
                report().errors(),
                report().response(),
                report().service(),
                report().lag(),
                report().service(),
                report().connect(),
                report().response(),
                new LoadReport.GeneratorUsage(0.25, 0.5, 0.2, 1, "spin", 16, 0.01, 7, true, "uring", "ports"),
                true,
                List.of(),
                Map.of());
        assertThat(LoadReport.fromJson(full.toJson())).isEqualTo(full);
        assertThat(full.masked()).isEqualTo(0.5);
        var tree = full.toTree();
        tree.remove(List.of("connWait", "stalled"));
        ((ObjectNode) tree.required("effort"))
                .remove(List.of("away", "compiledMillis", "masking", "generator", "ports"));
        LoadReport old = LoadReport.fromTree(tree);
        assertThat(old.connWait().count()).isZero();
        assertThat(old.stalled().count()).isZero();
        assertThat(old.masked()).isZero();
        assertThat(old.effort()).isEqualTo(new LoadReport.GeneratorUsage(0.25, 0.5, 0.2, 1, "spin", 16));
    }

    @Test
    void commandsReadBack() {
        for (Command command : List.of(
                new Command.Connect("a \"quoted\" arm", PLAN),
                new Command.Connect("a", PLAN, 20_000),
                new Command.Run(
                        "a",
                        new SlicePlan(1, Duration.ZERO, Duration.ofMillis(1), OptionalDouble.empty()),
                        Optional.of(Instant.parse("2026-01-01T00:00:00.000001Z")),
                        true),
                new Command.Run("a", new SlicePlan(-7, Duration.ZERO, Duration.ofMillis(900), OptionalDouble.of(0.5))),
                new Command.Run(
                        "a", new SlicePlan(1, Duration.ofMillis(100), Duration.ofNanos(1), OptionalDouble.empty())),
                new Command.Drop("a"))) {
            var tree = PlanJson.parse(command.toJson(), "command");
            assertThat(Command.isOne(tree)).isTrue();
            assertThat(Command.fromTree(tree)).isEqualTo(command);
        }
        assertThat(Command.isOne(PLAN.toTree())).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"drop\":\"a\",\"arm\":\"a\"}|command: unknown key \"arm\". Known: drop",
                "{\"arm\":\"a\"}|command: plan is missing",
                "{\"slice\":{\"arm\":\"a\",\"seed\":1,\"lead\":\"PT0S\",\"window\":\"PT0S\"}}|command: window: 0 s is out of range: above 0 to 365 days",
                "{\"slice\":{\"arm\":\"a\",\"seed\":1,\"lead\":\"0s\",\"window\":\"1s\",\"rate\":1}}"
                        + "|command: slice: unknown key \"rate\". Known: arm, at, lead, perSecond, progress, seed, window",
                "{\"slice\":{\"arm\":\"a\",\"seed\":1,\"lead\":\"0s\",\"window\":\"1s\",\"at\":\"noon\"}}"
                        + "|command: slice.at must be a timestamp such as 2026-01-01T00:00:00Z, not \"noon\"",
            })
    void aCommandSaysWhatIsWrongWithIt(String json, String message) {
        assertThatThrownBy(() -> Command.fromTree(PlanJson.parse(json, "command")))
                .isInstanceOf(BadPlanException.class)
                .hasMessage(message);
    }

    @Test
    void anUnknownKeyInAReportIsAnError() {
        String json = report().toJson();
        assertThatThrownBy(() -> LoadReport.fromJson(json.replace("\"spin\":0", "\"spun\":0")))
                .hasMessage("report: effort: unknown key \"spun\". Did you mean spin?"
                        + " Known: asleep, away, collections, compiledMillis, generator, masking, pacing, ports,"
                        + " sources, spin, work");
        assertThatThrownBy(() -> LoadReport.fromJson(json.replace("\"reset\"", "\"rest\"")))
                .hasMessage("report: errors: unknown key \"rest\". Did you mean reset?"
                        + " Known: other, refused, reset, status, timeout, unexpectedClose, wrongEcho");
        assertThatThrownBy(() -> LoadReport.fromJson(json.replace("\"window\"", "\"more\":1,\"window\"")))
                .hasMessageStartingWith("report: unknown key \"more\". Known: answered, answeredPerSecond, ");
    }

    @Test
    void quantilesAreOfTheRecordedTimes() {
        Latencies latencies = report().response();
        assertThat(latencies.count()).isEqualTo(100);
        assertThat(latencies.quantile(0.01)).isBetween(1_000L, 1_001L);
        assertThat(latencies.quantile(0.5)).isBetween(2_000_000L, 2_002_000L);
        assertThat(latencies.max()).isGreaterThanOrEqualTo(Latencies.HIGHEST);
        assertThat(Latencies.of(Latencies.recorder()).quantile(0.99)).isZero();
    }
}
