package dev.gearbox.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.SampleReports;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the tour prints: the answer in its first line, and no more than what was shown. */
class TourTextTest {
    private static final TerminalReport.Style WIDE = new TerminalReport.Style(240, false, false);

    private static List<String> lines(RankedArm... standings) {
        ExperimentResult sample = SampleReports.ping(100);
        return TourText.of(
                        "Which costs least?",
                        new ExperimentResult(sample.evidence(), SampleReports.findings(Metric.CPU, 0.08, standings)),
                        WIDE)
                .lines()
                .toList();
    }

    private static RankedArm arm(String name, double ratio, Verdict verdict, String ties) {
        return SampleReports.standing(name, ratio, verdict, ties);
    }

    @Test
    void thoseNearTheCheapestShareTheLead() {
        List<String> lines = lines(
                arm("epoll", 0.96, Verdict.INCONCLUSIVE, "a"),
                arm("selector", 1, Verdict.BASELINE, "a"),
                arm("virtual", 1.9, Verdict.WORSE, "b"));
        assertThat(lines.getFirst())
                .startsWith(
                        "Which costs least? epoll and selector, none of which was shown to cost over 5 % more than epoll; virtual costs most, 1.90")
                .endsWith(" times as much as selector.");
        assertThat(lines).anyMatch(line -> line.matches("a +epoll .*")).anyMatch(line -> line.matches("b +virtual .*"));
        assertThat(lines.getLast())
                .isEqualTo("What would tell the first two apart: gearbox compare epoll selector --until-decided");
    }

    /** An engine that costs a little more has another letter, and is as good a choice. */
    @Test
    void aSmallDifferenceExcludesNone() {
        ExperimentResult sample = SampleReports.ping(100);
        Findings all = SampleReports.findings(
                Metric.CPU,
                0.08,
                arm("epoll", 0.94, Verdict.BETTER, "a"),
                arm("selector", 1, Verdict.BASELINE, "b"),
                arm("virtual", 1.9, Verdict.WORSE, "c"));
        Ranking letters = all.by(Metric.CPU).orElseThrow();
        Ranking ranking =
                new Ranking(Metric.CPU, letters.standings(), letters.detectable(), List.of("epoll", "selector"));
        Findings findings = new Findings(all.experiment(), all.quality(), Map.of(Metric.CPU, ranking), all.unfit());

        assertThat(TourText.of("Which costs least?", new ExperimentResult(sample.evidence(), findings), WIDE))
                .startsWith(
                        "Which costs least? epoll and selector, none of which was shown to cost over 5 % more than epoll;")
                .containsPattern("a +epoll")
                .containsPattern("b +selector");
    }

    @Test
    void aSingleLeaderIsNamedAlone() {
        List<String> lines = lines(arm("epoll", 0.8, Verdict.BETTER, "a"), arm("selector", 1, Verdict.BASELINE, "b"));
        assertThat(lines.getFirst()).isEqualTo("Which costs least? epoll.");
        assertThat(lines.getLast()).doesNotContain("compare");
    }

    @Test
    void withoutADifferenceNoneIsNamed() {
        assertThat(lines(
                                arm("selector", 1, Verdict.BASELINE, "a"),
                                arm("pool?threads=100", 1.02, Verdict.INCONCLUSIVE, "a"))
                        .getFirst())
                .isEqualTo(
                        "Which costs least? No engine was shown to cost over 5 % more than selector, the cheapest here: selector and pool?threads=100; a single comparison shows differences from about 8 %.");
    }

    @Test
    void costsBesideOtherProgramsAreSaidToBeThose() {
        ExperimentResult sample = SampleReports.ping(100);
        Findings beside = SampleReports.besideOthers(
                SampleReports.findings(
                        Metric.CPU,
                        0.08,
                        arm("epoll", 0.8, Verdict.BETTER, "a"),
                        arm("selector", 1, Verdict.BASELINE, "b")),
                0.5);

        assertThat(TourText.of("Which costs least?", new ExperimentResult(sample.evidence(), beside), WIDE))
                .startsWith("Which costs least? Beside programs that used 0.50 core, epoll.");
    }

    @Test
    void aDisturbedRunConcludesNothing() {
        List<String> lines = TourText.of("Which costs least?", SampleReports.invalid(), WIDE)
                .lines()
                .toList();
        assertThat(lines.getFirst()).startsWith("Which costs least? Nothing may be concluded: ");
        assertThat(lines.getLast()).isEqualTo("What would decide it: a quieter machine, then gearbox run --again");
    }
}
