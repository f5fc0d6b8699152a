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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class ConclusionTest {
    private static final Findings.Unfit OVERLOADED =
            new Findings.Unfit("the load was too much", Findings.Lack.GENERATOR);
    private static final Findings.Unfit LATE = new Findings.Unfit("the generator was late", Findings.Lack.QUIET);

    /** Findings by CPU of some arms against "base", each 1.08 times as dear, between 0.95 and 1.23 times, from 5 forks. */
    private static Findings findings(@Nullable String invalid, Findings.@Nullable Unfit unfit, Verdict... verdicts) {
        return findings(new Figure(1.08, 0.95, 1.23, 5), invalid, unfit, verdicts);
    }

    private static Findings findings(
            Figure ratio, @Nullable String invalid, Findings.@Nullable Unfit unfit, Verdict... verdicts) {
        List<Ranking.RankedArm> arms = new ArrayList<>();
        List<Arm> named = new ArrayList<>(List.of(new Arm("base", List.of())));
        Figure one = new Figure(1, 1, 1, 5);
        arms.add(new Ranking.RankedArm("base", one, one, 1, 1, Verdict.BASELINE, "a"));
        for (Verdict verdict : verdicts) {
            String name = "arm" + named.size();
            named.add(new Arm(name, List.of()));
            arms.add(new Ranking.RankedArm(name, ratio, ratio, 0.2, 0.2, verdict, "a"));
        }
        Experiment experiment = new Experiment(
                Experiment.FORMAT,
                "study",
                "ping",
                "",
                Map.of(),
                "echo",
                Map.of(),
                Experiment.OPEN,
                JsonNodeFactory.instance.objectNode(),
                named,
                "base",
                new Design("quick", 5, 12, 0.1, 0.9, 8, 0.10, 0.95, List.of(5), false),
                new Machine(2, "", 0, "", "", "", "", 0, "", "", "", List.of(), List.of()),
                1);
        Quality quality = SampleQuality.of(5, 60).invalid(invalid).quality();
        return new Findings(
                experiment,
                quality,
                Map.of(Metric.CPU, new Ranking(Metric.CPU, arms, 0.1)),
                unfit == null ? Map.of() : Map.of(Metric.CPU, unfit));
    }

    private static String of(Findings... findings) {
        return Conclusion.of(List.of(findings));
    }

    @Test
    void countsWhatIsDecided() {
        Findings both = findings(null, null, Verdict.BETTER, Verdict.EQUIVALENT);
        assertThat(of(both, both)).isEqualTo("All 4 comparisons are decided.");
    }

    @Test
    void oneQuestionIsAnsweredFirst() {
        assertThat(of(findings(null, null, Verdict.WORSE)))
                .startsWith("ping: no difference in CPU per request was shown between base and arm1; ")
                .endsWith(". The comparison is decided.");
    }

    @Test
    void saysHowManyForksWouldDecideTheRest() {
        assertThat(of(
                        findings(null, null, Verdict.WORSE, Verdict.INCONCLUSIVE),
                        findings(null, null, Verdict.INCONCLUSIVE)))
                .matches(
                        "1 of 3 comparisons are decided; about (\\d+) forks would probably decide 2 more \\(--forks \\1\\)\\.");
    }

    @Test
    void saysWhatFewerForksWouldDecideAlready() {
        Findings near = findings(new Figure(1.08, 0.99, 1.18, 5), null, null, Verdict.INCONCLUSIVE);
        Findings far = findings(new Figure(1.08, 0.80, 1.46, 5), null, null, Verdict.INCONCLUSIVE);

        assertThat(of(far, near, far, near, near))
                .matches("0 of 5 comparisons are decided; about (\\d) forks would probably decide 3 \\(--forks \\1\\),"
                        + " about \\d\\d all 5\\.");
    }

    @Test
    void anArmThatCannotBeComparedIsNotDecided() {
        assertThat(of(findings(null, null, Verdict.WORSE, Verdict.INVALID), findings(null, null, Verdict.BETTER)))
                .isEqualTo("2 of 3 comparisons are decided; a quieter machine would decide 1 (--again).");
    }

    @Test
    void whatWasDisturbedNeedsAQuieterMachine() {
        assertThat(of(
                        findings("environment", null, Verdict.INVALID, Verdict.INVALID),
                        findings(null, LATE, Verdict.INVALID)))
                .isEqualTo("0 of 3 comparisons are decided; a quieter machine would decide 3 (--again).");
    }

    @Test
    void whatHasNoFiguresAtAllWasComparedNevertheless() {
        Findings some = findings("environment", null, Verdict.INVALID);
        Findings none = new Findings(some.experiment(), some.quality(), Map.of(), Map.of());
        assertThat(of(none))
                .isEqualTo(
                        "ping: nothing may be concluded: environment. 0 of 1 comparison is decided; a quieter machine"
                                + " would decide 1 (--again).");
    }

    @Test
    void anOverloadedGeneratorNeedsMoreCores() {
        assertThat(of(findings(null, OVERLOADED, Verdict.INVALID), findings(null, null, Verdict.BETTER)))
                .isEqualTo("1 of 2 comparisons are decided; more cores for the generator would decide 1.");
    }

    @Test
    void aSingleArmIsComparedWithNothing() {
        assertThat(of(findings(null, null))).endsWith("Nothing was compared: that takes a second subject (--engine).");
    }
}
