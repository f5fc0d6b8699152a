package dev.gearbox.evidence.analysis;

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
