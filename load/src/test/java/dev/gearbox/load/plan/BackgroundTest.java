package dev.gearbox.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.Generator;
import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Users in addition to the measured ones: they run, their answers are checked, and they stay out of the histograms. */
@Timeout(600)
class BackgroundTest {
    private static final Script PING = Script.fromTree(
            PlanJson.parse(
                    "[\"connect\",{\"repeat\":{\"steps\":[{\"send\":{\"bytes\":64}},"
                            + "{\"expect\":\"echo\"},{\"pause\":\"5ms\"}]}}]",
                    "script"),
            "script");
    private static final Script QUIET = Script.fromTree(
            PlanJson.parse(
                    "[\"connect\",{\"send\":{\"text\":\"hello\"}},{\"expect\":\"echo\"},"
                            + "{\"repeat\":{\"steps\":[{\"pause\":\"1h\"}]}}]",
                    "script"),
            "script");
    private static final Script HELLO_BYE = Script.fromTree(
            PlanJson.parse("[\"connect\",{\"send\":{\"text\":\"hello\"}},{\"expect\":\"echo\"},\"close\"]", "script"),
            "script");

    private OneSelectorEcho echo;

    @BeforeEach
    void start() throws IOException {
        echo = new OneSelectorEcho(() -> {});
    }

    @AfterEach
    void stop() {
        echo.close();
    }

    @Test
    void holdsConnectionsBesidesTheMeasuredOnes() throws InterruptedException {
        LoadReport report =
                run(PING, new Arrivals.Closed(2), new Background("quiet", 20, QUIET), new Background("heavy", 3, PING));
        assertThat(report.connections()).isEqualTo(25);
        assertThat(report.errors()).isEmpty();
        assertThat(report.waiting()).isZero();
        assertThat(report.answered()).isPositive();
        assertThat(report.response().count()).isEqualTo(report.service().count() + report.censored());
        // The quiet users said hello during the warm-up; the heavy ones are counted, but separately.
        LoadReport.BackgroundReport quiet = beside(report, "quiet");
        LoadReport.BackgroundReport heavy = beside(report, "heavy");
        assertThat(quiet.answered()).isZero();
        assertThat(heavy.answered()).isPositive();
        assertThat(heavy.response().count()).isPositive();
        assertThat(report.started())
                .isLessThan(heavy.response().count() + report.response().count());
        assertThat(LoadReport.fromJson(report.toJson())).isEqualTo(report);
    }

    @Test
    void standsBesideUsersThatReconnectAndBesideAnOpenLoop() throws InterruptedException {
        LoadReport churn = run(HELLO_BYE, new Arrivals.Closed(2), new Background("quiet", 20, QUIET));
        assertThat(churn.errors()).isEmpty();
        assertThat(churn.connects()).isPositive();
        assertThat(churn.connections()).isGreaterThanOrEqualTo(20);

        LoadReport open = run(
                PING,
                new Arrivals.Poisson(500, 4),
                new Background("quiet", 20, QUIET),
                new Background("churn", 2, HELLO_BYE));
        assertThat(open.errors()).isEmpty();
        assertThat(open.connections()).isGreaterThanOrEqualTo(24);
        assertThat(beside(open, "churn").answered()).isPositive();

        LoadReport opening = run(HELLO_BYE, new Arrivals.Constant(200, 10), new Background("quiet", 20, QUIET));
        assertThat(opening.errors()).isEmpty();
        assertThat(opening.connects()).isPositive();
    }

    @Test
    void anErrorOfSomebodyInTheBackgroundIsAnError() throws InterruptedException {
        Script greeted = Script.fromTree(
                PlanJson.parse(
                        "[\"connect\",{\"send\":{\"text\":\"hello\"}},{\"expect\":{\"text\":\"welcome\"}}]", "s"),
                "s");
        LoadReport report = run(PING, new Arrivals.Closed(1), new Background("fussy", 1, greeted));
        assertThat(report.errors()).containsOnlyKeys(ErrorKind.WRONG_ECHO);
        assertThat(report.errors().values())
                .extracting(LoadReport.Errors::first)
                .first()
                .asString()
                .startsWith("fussy: ");
        assertThat(report.answered()).isPositive();
    }

    @Test
    void aPhaseRepeatsItsStepsAndEnds() throws InterruptedException {
        // The second phase is answered wrongly, which shows that it was reached; the first one never fails.
        // Long phases: if the host stopped for some hundred milliseconds, a short one would be passed only once.
        String phase = "{\"repeat\":{\"for\":\"1s\",\"steps\":[{\"send\":{\"text\":\"a\"}},{\"expect\":%s},"
                + "{\"pause\":\"5ms\"}]}}";
        String steps = phase.formatted("\"echo\"") + "," + phase.formatted("{\"text\":\"b\"}");
        Script script = Script.fromTree(
                PlanJson.parse("[\"connect\",{\"repeat\":{\"steps\":[" + steps + "]}}]", "script"), "script");
        assertThat(Script.fromTree(script.toTree(), "again")).isEqualTo(script);
        LoadReport report = Plans.run(Plans.plan(echo.port(), script, new Arrivals.Closed(4), 0, 2_500, 10_000));
        assertThat(report.errors()).containsOnlyKeys(ErrorKind.WRONG_ECHO);
        long ends = report.errorsInWindow();
        assertThat(ends).isPositive();
        assertThat(report.answered()).isGreaterThan(2 * ends);
    }

    @Test
    void whatIsNoBackgroundIsRefused() {
        assertThatThrownBy(() -> new Background("quiet", 0, QUIET)).hasMessageContaining("users: 0 is out of range");
        assertThatThrownBy(() -> Background.listFromTree(PlanJson.parse("{}", "x"), "background"))
                .hasMessageContaining("background: must be a list");
        String one = "{\"name\":\"a\",\"users\":1,\"script\":[\"connect\"]}";
        assertThatThrownBy(
                        () -> Background.listFromTree(PlanJson.parse("[" + one + "," + one + "]", "x"), "background"))
                .hasMessageContaining("two groups have the same name");
        assertThatThrownBy(() -> Background.listFromTree(
                        PlanJson.parse("[" + one.replace("users", "usres") + "]", "x"), "background"))
                .hasMessageContaining("background[0]");
        for (String wrong :
                List.of("\"for\":\"1s\",\"times\":2,", "\"for\":\"25h\",", "\"for\":\"0s\",", "\"fro\":\"1s\",")) {
            assertThatThrownBy(() -> Script.fromTree(
                            PlanJson.parse(
                                    "[\"connect\",{\"repeat\":{" + wrong + "\"steps\":[{\"pause\":\"1s\"}]}}]", "s"),
                            "s"))
                    .isInstanceOf(BadPlanException.class);
        }
    }

    private static LoadReport.BackgroundReport beside(LoadReport report, String group) {
        return Objects.requireNonNull(report.background().get(group));
    }

    private LoadReport run(Script script, Arrivals arrivals, Background... background) throws InterruptedException {
        var plan = new LoadPlan(
                "127.0.0.1",
                echo.port(),
                script,
                arrivals,
                Duration.ofMillis(200),
                Duration.ofMillis(600),
                Duration.ofSeconds(5),
                1,
                List.of(background));
        assertThat(LoadPlan.fromJson(plan.toJson())).isEqualTo(plan);
        LoadReport report = Generator.run(plan, GeneratorListener.NONE);
        assertThat(report.background().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        plan.background().stream().map(Background::name).toList());
        return report;
    }
}
