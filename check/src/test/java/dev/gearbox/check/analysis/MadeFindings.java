package dev.gearbox.check.analysis;

import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Findings on two copies of a server, as a test wants them: at first costs and times are equal, with verdicts. */
final class MadeFindings {
    private final Map<Metric, Ranking> rankings = new EnumMap<>(Metric.class);
    private final Map<Metric, Findings.Unfit> unfit = new EnumMap<>(Metric.class);
    private @Nullable String invalid;

    MadeFindings() {
        for (Metric metric : List.of(Metric.CPU, Metric.P50, Metric.P90, Metric.P99, Metric.MEAN)) {
            seen(metric, 1.01, 0.05, 0.6);
        }
    }

    /** The second server's figure by the first one's, half the width of its interval, and p. */
    void seen(Metric metric, double ratio, double half, double p) {
        Figure one = new Figure(1, 1, 1, 5);
        Figure second = new Figure(ratio, ratio - half, ratio + half, 5);
        rankings.put(
                metric,
                new Ranking(
                        metric,
                        List.of(
                                new RankedArm("A", one, one, 1, 1, Verdict.BASELINE, "a"),
                                new RankedArm("B", second, second, p, p, Verdict.INCONCLUSIVE, "a")),
                        half));
    }

    /** A metric has no figures. */
    void missing(Metric metric) {
        rankings.remove(metric);
    }

    /** A metric has no verdict. */
    void unfit(Metric metric, String why, Findings.Lack lack) {
        unfit.put(metric, new Findings.Unfit(why, lack));
    }

    /** A metric has a verdict again. */
    void fit(Metric metric) {
        unfit.remove(metric);
    }

    /** Nothing has a verdict. */
    void invalid(String why) {
        invalid = why;
    }

    Findings of(Experiment experiment) {
        Quality quality = new Quality(
                5,
                30,
                30,
                Map.of(),
                0,
                List.of(),
                5,
                0.3,
                0,
                null,
                null,
                Optional.empty(),
                invalid,
                null,
                List.of(),
                List.of());
        return new Findings(experiment, quality, rankings, unfit);
    }
}
