package dev.gearbox.check.analysis;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What an A/A has found: the second of two equal servers, compared with the first one by a metric. */
final class EqualServers {
    /** Below this p two equal servers count as different: one check in a hundred fails by chance, over costs and four times. */
    private static final double SMALLEST_P = 0.01 / 5;

    /** The times that are compared, besides the cost. */
    static final List<Metric> TIMES = List.of(Metric.P50, Metric.P90, Metric.P99, Metric.MEAN);

    private EqualServers() {}

    /** Returns the second server by a metric; empty if there are no figures. */
    static Optional<Ranking.RankedArm> second(Findings findings, Metric metric) {
        String baseline = findings.experiment().baseline();
        return findings.by(metric).stream()
                .flatMap(ranking -> ranking.standings().stream())
                .filter(arm -> !arm.arm().equals(baseline))
                .findFirst();
    }

    /** Returns whether it was not shown to differ from the first one. */
    static boolean equal(Ranking.RankedArm arm) {
        return arm.p() >= SMALLEST_P;
    }

    /** "CPU per request 1.012 [0.991, 1.033]". */
    static String words(Metric metric, Ranking.RankedArm arm) {
        Figure ratio = arm.ratio();
        return String.format(
                Locale.ROOT, "%s %.3f [%.3f, %.3f]", metric.caption(), ratio.value(), ratio.low(), ratio.high());
    }
}
