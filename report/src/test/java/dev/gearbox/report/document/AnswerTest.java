package dev.gearbox.report.document;

import static dev.gearbox.report.SampleReports.findings;
import static dev.gearbox.report.SampleReports.standing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.report.SampleReports;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sentence states what was shown and no more. */
class AnswerTest {
    @Test
    void aWinnerTiesBehindItAndHowMuchTheLastCosts() {
        assertThat(Answer.of(findings(
                        Metric.CPU,
                        0.08,
                        standing("epoll", 0.9, Verdict.BETTER, "a"),
                        standing("selector", 1, Verdict.BASELINE, "b"),
                        standing("reactors", 1.01, Verdict.EQUIVALENT, "b"),
                        standing("virtual", 1.83, Verdict.WORSE, "c"))))
                .isEqualTo("epoll costs least CPU per request; selector and reactors tie behind it;"
                        + " virtual: 1.83 [1.79, 1.87] times the CPU of selector.");
    }

    @Test
    void aReferenceIsNoAnswer() {
        Findings all = findings(
                Metric.CPU,
                0.08,
                standing("epoll", 0.5, Verdict.BETTER, "a"),
                standing("reactors?threads=2", 0.9, Verdict.BETTER, "b"),
                standing("selector", 1, Verdict.BASELINE, "c"));
        Findings marked =
                new Findings(all.experiment().referring(List.of("epoll")), all.quality(), all.rankings(), all.unfit());

        assertThat(Answer.of(marked))
                .isEqualTo(
                        "reactors?threads=2 costs least CPU per request; reactors?threads=2: 0.900 [0.882, 0.918] times"
                                + " the CPU of selector.");
    }

    @Test
    void nobodyWinsWhereTheBestIsTied() {
        assertThat(Answer.of(findings(
                        Metric.CPU,
                        0.08,
                        standing("epoll", 0.97, Verdict.INCONCLUSIVE, "a"),
                        standing("selector", 1, Verdict.BASELINE, "a"),
                        standing("virtual", 1.5, Verdict.WORSE, "b"))))
                .startsWith("epoll and selector share the lead in CPU per request: no difference from epoll was shown,"
                        + " and this run could have detected differences from about 8 %")
                .doesNotContain("least");
    }

    @Test
    void costsBesideOtherProgramsAreSaidToBeThose() {
        Findings alone = findings(
                Metric.CPU,
                0.08,
                standing("epoll", 0.9, Verdict.BETTER, "a"),
                standing("selector", 1, Verdict.BASELINE, "b"));
        Findings beside = SampleReports.besideOthers(alone, 0.463);

        assertThat(Answer.of(beside)).isEqualTo("beside programs that used 0.46 core, " + Answer.of(alone));
        assertThat(Answer.of(SampleReports.besideOthers(alone, 1.2)))
                .startsWith("beside programs that used 1.20 cores, ");
        assertThat(Answer.of(SampleReports.besideOthers(alone, 0.0041)))
                .startsWith("beside programs that used less than 0.01 core, ");
    }

    @Test
    void ofManyTheFirstAreNamed() {
        RankedArm[] many = Stream.concat(
                        IntStream.range(0, 20).mapToObj(i -> standing("e" + i, 0.9, Verdict.INCONCLUSIVE, "a")),
                        Stream.of(
                                standing("selector", 1, Verdict.BASELINE, "a"),
                                standing("threads", 2, Verdict.WORSE, "b")))
                .toArray(RankedArm[]::new);
        assertThat(Answer.of(findings(Metric.CPU, 0.08, many)))
                .startsWith("e0, e1, e2, e3, e4 and 16 more share the lead in CPU per request");
    }

    @Test
    void nothingShownIsSaidWithWhatCouldHaveBeenSeen() {
        assertThat(Answer.of(findings(
                        Metric.P50,
                        0.08,
                        standing("a", 0.99, Verdict.INCONCLUSIVE, "a"),
                        standing("selector", 1, Verdict.BASELINE, "a"))))
                .isEqualTo("no difference in p50 was shown between a and selector;"
                        + " this run could have detected differences from about 8 %.");
    }

    @Test
    void theBaselineLastIsSaidFromTheBest() {
        assertThat(Answer.of(findings(
                        Metric.CAPACITY,
                        0.08,
                        standing("epoll", 1.5, Verdict.BETTER, "a"),
                        standing("selector", 1, Verdict.BASELINE, "b"))))
                .isEqualTo("epoll has the highest sustainable rate;"
                        + " epoll: 1.50 [1.47, 1.53] times the figure of selector.");
    }

    @Test
    void anArmThatCannotBeComparedIsNoAnswer() {
        RankedArm late = standing("late", 0.5, Verdict.INVALID, "a");
        RankedArm base = standing("selector", 1, Verdict.BASELINE, "a");
        assertThat(Answer.of(findings(Metric.P50, 0.08, late, base, standing("threads", 2, Verdict.WORSE, "b"))))
                .startsWith("selector ")
                .doesNotContain("late");
        assertThat(Answer.of(findings(Metric.P50, 0.08, late, base)))
                .startsWith("selector is the only arm with valid figures: p50 ");
        assertThat(Answer.of(findings(Metric.P50, 0.08, late, standing("selector", 1, Verdict.INVALID, "a"))))
                .isEqualTo("no comparison in p50 is valid.");
    }

    @Test
    void aMetricThatCarriesNoVerdictIsNotAnAnswer() {
        Findings cpu = findings(
                Metric.CPU,
                0.08,
                standing("a", 0.5, Verdict.BETTER, "a"),
                standing("selector", 1, Verdict.BASELINE, "b"));
        Ranking elapsed = new Ranking(
                Metric.ELAPSED,
                List.of(standing("a", 0.5, Verdict.INVALID, "a"), standing("selector", 1, Verdict.INVALID, "a")),
                0.08);
        Map<Metric, Ranking> rankings = new EnumMap<>(cpu.rankings());
        rankings.put(Metric.ELAPSED, elapsed);
        Map<Metric, Findings.Unfit> unfit =
                Map.of(Metric.ELAPSED, new Findings.Unfit("the host was busy", Findings.Lack.QUIET));
        Findings both = new Findings(cpu.experiment(), cpu.quality(), rankings, unfit);
        assertThat(Answer.by(both, elapsed))
                .isEqualTo("nothing may be concluded about time for the whole job: the host was busy.");
        assertThat(Answer.of(both))
                .startsWith(
                        "nothing may be concluded about time for the whole job: the host was busy; but a costs least");
        rankings.remove(Metric.CPU);
        assertThat(Answer.of(new Findings(cpu.experiment(), cpu.quality(), rankings, unfit)))
                .isEqualTo("nothing may be concluded about time for the whole job: the host was busy.");
    }

    @Test
    void anInvalidRunAnswersNothing() {
        assertThat(Answer.of(SampleReports.invalid().findings()))
                .startsWith("nothing may be concluded: environment: 42 %")
                .doesNotContain("selector");
    }
}
