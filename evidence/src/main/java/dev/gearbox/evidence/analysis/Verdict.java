package dev.gearbox.evidence.analysis;

import dev.gearbox.stats.Finding;

/** The result of comparing an arm with the baseline. Based on intervals over forks, adjusted for the table. */
public enum Verdict {
    /** It is the baseline. */
    BASELINE,
    /** Shown to be better. */
    BETTER,
    /** Shown to be worse. */
    WORSE,
    /** Shown to be the same within the margin. */
    EQUIVALENT,
    /** Neither a difference nor its absence was shown. */
    INCONCLUSIVE,
    /** The run was not fit for a statement. */
    INVALID;

    /** Translates the finding into a verdict, depending on whether a larger value of the metric is better. */
    public static Verdict of(Metric metric, Finding finding) {
        return switch (finding) {
            case LOWER -> metric.moreIsBetter() ? Verdict.WORSE : Verdict.BETTER;
            case HIGHER -> metric.moreIsBetter() ? Verdict.BETTER : Verdict.WORSE;
            case EQUIVALENT -> Verdict.EQUIVALENT;
            case INCONCLUSIVE -> Verdict.INCONCLUSIVE;
        };
    }

    /** Describes the verdict for a metric: "cheaper", "no difference within 5 %", "inconclusive". */
    public String words(Metric metric, double margin) {
        return switch (this) {
            case BASELINE -> "baseline";
            case BETTER -> metric.better();
            case WORSE -> metric.worse();
            case EQUIVALENT -> "no difference within " + Math.round(margin * 100) + " %";
            case INCONCLUSIVE -> "inconclusive";
            case INVALID -> "invalid";
        };
    }
}
