package dev.gearbox.stats;

/**
 * Decides whether a rate that was tried several times counts as sustainable: the load classification of MLRsearch (draft-ietf-bmwg-mlrsearch-15,
 * appendix "Load Classification Code"), with "bad" for the draft's "high-loss". One bad trial does not rule out a rate, one good trial does not prove
 * it: what counts is whether the share of bad time can still end up on the other side of the goal's exceed ratio.
 *
 * <p>The components are the draft's intermediate values, in seconds unless stated otherwise.
 *
 * @param balancing how much of the short bad trials is compensated by short good ones
 * @param excess short bad time beyond that; negative if there is less
 * @param positiveExcess the same, but not below 0
 * @param effectiveBad full-length bad time plus the positive excess
 * @param effectiveFull effective bad time plus full-length good time
 * @param effectiveWhole the larger of that and the goal's duration sum
 * @param missing the time still to be tried
 * @param pessimisticBad effective bad time if all that is missing turns out bad
 * @param kind the verdict
 */
public record LoadClassification(
        double balancing,
        double excess,
        double positiveExcess,
        double effectiveBad,
        double effectiveFull,
        double effectiveWhole,
        double missing,
        double pessimisticBad,
        Kind kind) {
    /** The classes of a rate. */
    public enum Kind {
        /** Sustainable: the search looks above. */
        LOWER_BOUND,
        /** Not sustainable: the search looks below. */
        UPPER_BOUND,
        /** More trials are needed. */
        UNDECIDED
    }

    /**
     * The seconds of all trials at one rate, by length and outcome. A short trial is one below the goal's trial length: it may rule out a rate, but
     * never proves it.
     */
    public record TrialDurations(double fullGood, double fullBad, double shortGood, double shortBad) {
        /** No trials yet. */
        public static final TrialDurations NONE = new TrialDurations(0, 0, 0, 0);

        public TrialDurations {
            Preconditions.notNegative("full-length good seconds", fullGood);
            Preconditions.notNegative("full-length bad seconds", fullBad);
            Preconditions.notNegative("short good seconds", shortGood);
            Preconditions.notNegative("short bad seconds", shortBad);
        }

        /** Returns the sum with one more full-length trial. */
        public TrialDurations plusFull(double seconds, boolean bad) {
            return bad
                    ? new TrialDurations(fullGood, fullBad + seconds, shortGood, shortBad)
                    : new TrialDurations(fullGood + seconds, fullBad, shortGood, shortBad);
        }

        /** Returns the sum with one more short trial. */
        public TrialDurations plusShort(double seconds, boolean bad) {
            return bad
                    ? new TrialDurations(fullGood, fullBad, shortGood, shortBad + seconds)
                    : new TrialDurations(fullGood, fullBad, shortGood + seconds, shortBad);
        }
    }

    /**
     * Classifies a rate.
     *
     * @param tried the trials at this rate so far
     * @param durationSum the goal's seconds that are enough for a verdict
     * @param exceedRatio the share of bad time that is tolerated, 0 to below 1
     */
    public static LoadClassification of(TrialDurations tried, double durationSum, double exceedRatio) {
        if (!(exceedRatio >= 0 && exceedRatio < 1)) {
            throw new IllegalArgumentException("exceed ratio: " + exceedRatio + " is out of range: 0 to below 1");
        }
        double balancing = tried.shortGood * (exceedRatio / (1 - exceedRatio));
        double excess = tried.shortBad - balancing;
        double positiveExcess = Math.max(0, excess);
        double effectiveBad = tried.fullBad + positiveExcess;
        double effectiveFull = tried.fullGood + effectiveBad;
        double effectiveWhole = Math.max(effectiveFull, durationSum);
        double pessimisticBad = effectiveWhole - tried.fullGood;
        double tolerated = effectiveWhole * exceedRatio;
        boolean pessimisticallyLower = pessimisticBad <= tolerated;
        boolean optimisticallyLower = effectiveBad <= tolerated;
        Kind kind = Kind.UNDECIDED;
        if (pessimisticallyLower == optimisticallyLower) {
            kind = optimisticallyLower ? Kind.LOWER_BOUND : Kind.UPPER_BOUND;
        }
        return new LoadClassification(
                balancing,
                excess,
                positiveExcess,
                effectiveBad,
                effectiveFull,
                effectiveWhole,
                effectiveWhole - effectiveFull,
                pessimisticBad,
                kind);
    }

    /** Returns the share of bad time if all that is missing turns out good; 0 to 1. */
    public double optimisticRatio() {
        return effectiveBad / effectiveWhole;
    }

    /** Returns the share of bad time if all that is missing turns out bad; 0 to 1. */
    public double pessimisticRatio() {
        return pessimisticBad / effectiveWhole;
    }
}
