package dev.gearbox.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.report.SampleQuality;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** The answer to a study's question follows from letters: an arm that shares none with the best of a table is behind in it. */
class ChoiceSentenceTest {
    /** Arms with their letters, best first: "a:x b:xy c:y"; without a letter: above its capacity. */
    static Findings findings(String workload, Metric metric, String standings) {
        List<Ranking.RankedArm> arms = new ArrayList<>();
        Figure one = new Figure(1, 1, 1, 5);
        for (String each : standings.split(" ", -1)) {
            String[] parts = each.split(":", 2);
            Verdict verdict = parts[1].isEmpty() ? Verdict.INVALID : Verdict.WORSE;
            arms.add(new Ranking.RankedArm(parts[0], one, one, 1, 1, verdict, parts[1]));
        }
        Experiment experiment = new Experiment(
                Experiment.FORMAT,
                "study",
                workload,
                "",
                Map.of(),
                "echo",
                Map.of(),
                Experiment.OPEN,
                JsonNodeFactory.instance.objectNode(),
                arms.stream().map(arm -> new Arm(arm.arm(), List.of())).toList(),
                arms.getFirst().arm(),
                new Design("quick", 5, 12, 0.1, 0.9, 8, 0.10, 0.95, List.of(5), false),
                new Machine(2, "", 0, "", "", "", "", 0, "", "", "", List.of(), List.of()),
                1);
        Quality quality = SampleQuality.of(5, 60).quality();
        return new Findings(
                experiment.referring(List.of("ideal")),
                quality,
                Map.of(metric, new Ranking(metric, arms, 0.1)),
                Map.of());
    }

    private static String of(Findings... results) {
        return ChoiceSentence.of(List.of(results), List.of(Metric.P50, Metric.CPU));
    }

    @Test
    void those_that_are_behind_nowhere_are_the_answer() {
        assertThat(of(
                        findings("users", Metric.CPU, "ideal:w a:x b:x c:y"),
                        findings("open", Metric.P50, "ideal:w b:x c:x a:xy d:y")))
                .isEqualTo("b and a are not behind in any of the 2 tables in which a difference was shown. In the lead:"
                        + " p50 (open): b, c and a; CPU per request (users): a and b.");
    }

    @Test
    void without_such_an_arm_each_table_names_its_own() {
        assertThat(of(findings("users", Metric.CPU, "a:x b:y"), findings("open", Metric.P50, "b:x a:y")))
                .startsWith("None leads in each of the 2 tables in which a difference was shown. In the lead: ")
                .contains("(open): b;", "(users): a.");
    }

    @Test
    void a_table_without_a_shown_difference_decides_nothing() {
        assertThat(of(findings("users", Metric.CPU, "ideal:w a:x b:x")))
                .isEqualTo("No difference between them was shown, so this run gives no reason to prefer one.");
        assertThat(of(findings("users", Metric.CPU, "a:x b:x"), findings("open", Metric.P50, "a:x b:y")))
                .startsWith("a is not behind in the one table in which")
                .endsWith(" 1 other shows none.");
    }

    @Test
    void without_a_table_nothing_is_said_of_differences() {
        assertThat(of(findings("idle", Metric.IDLE_RESIDENT, "a:x b:y")))
                .isEqualTo(
                        "This run has no valid comparison of them by p50 and CPU per request, so it gives no reason to prefer one.");
    }

    @Test
    void the_times_of_an_arm_above_its_capacity_do_not_count() {
        assertThat(of(findings("users", Metric.P50, "a:x b:y c:")))
                .startsWith("a is not behind")
                .endsWith("(users): a.");
        assertThat(of(findings("users", Metric.P50, "a:x c:"))).startsWith("This run has no valid comparison");
    }
}
