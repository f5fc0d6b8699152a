package dev.gearbox.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.SampleReports;
import java.util.List;
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
    void thoseThatShareALetterShareTheLead() {
        List<String> lines = lines(
                arm("epoll", 0.96, Verdict.INCONCLUSIVE, "a"),
                arm("selector", 1, Verdict.BASELINE, "a"),
                arm("virtual", 1.9, Verdict.WORSE, "b"));
        assertThat(lines.getFirst())
                .startsWith(
                        "Which costs least? epoll and selector, which cannot be distinguished; virtual costs most, 1.90")
                .endsWith(" times as much as selector.");
        assertThat(lines).anyMatch(line -> line.matches("a +epoll .*")).anyMatch(line -> line.matches("b +virtual .*"));
        assertThat(lines.getLast())
                .isEqualTo("What would tell the first two apart: gearbox compare epoll selector --until-decided");
    }

    @Test
    void lettersThatOverlapMakeNoSingleGroup() {
        List<String> lines = lines(
                arm("epoll", 0.96, Verdict.INCONCLUSIVE, "ab"),
                arm("selector", 1, Verdict.BASELINE, "a"),
                arm("pool?threads=100", 1.1, Verdict.INCONCLUSIVE, "b"),
                arm("virtual", 1.9, Verdict.WORSE, "c"));
        assertThat(lines.getFirst())
                .startsWith(
                        "Which costs least? epoll, selector and pool?threads=100, none of which was shown to cost more than epoll;");
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
                        "Which costs least? No difference was shown between selector and pool?threads=100; a single comparison shows differences from about 8 %.");
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
