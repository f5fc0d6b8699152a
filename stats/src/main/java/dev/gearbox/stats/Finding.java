package dev.gearbox.stats;

/**
 * The result of one comparison. Not having seen a difference does not mean that there is none: {@link #EQUIVALENT} must be shown, {@link
 * #INCONCLUSIVE} is the rest.
 */
public enum Finding {
    /** Below 0, by more than chance. */
    LOWER,
    /** Above 0, by more than chance. */
    HIGHER,
    /** Shown to be within the margin. */
    EQUIVALENT,
    /** Neither a difference nor equivalence was shown: the run was too small. */
    INCONCLUSIVE;

    private static final double ONE_LOOK = 0.10;

    /**
     * Derives the finding. A difference comes first: one that is real and yet within the margin is reported as a difference.
     *
     * @param margin for {@link #EQUIVALENT}, in the unit of the estimate; 0 if equivalence is not asked for
     * @param alpha two-sided, such as 0.05
     */
    public static Finding of(Estimate estimate, double margin, double alpha) {
        return of(estimate, estimate.p(), margin, alpha);
    }

    /**
     * As above, with a p value that was adjusted for a family of comparisons ({@link Holm}).
     *
     * @param adjustedP decides about a difference instead of the estimate's own p
     */
    public static Finding of(Estimate estimate, double adjustedP, double margin, double alpha) {
        return of(estimate, adjustedP, margin, alpha, ONE_LOOK);
    }

    /**
     * As above, in a run that is looked at several times.
     *
     * @param both the level of the two one-sided tests together; 0.10 in a run with one look
     */
    public static Finding of(Estimate estimate, double adjustedP, double margin, double alpha, double both) {
        Preconditions.share("alpha", alpha);
        if (!(adjustedP >= 0 && adjustedP <= 1)) {
            throw new IllegalArgumentException("p: " + adjustedP + " is out of range: 0 to 1");
        }
        if (adjustedP < alpha && estimate.n() > 0) {
            return estimate.mean() < 0 ? LOWER : HIGHER;
        }
        return estimate.within(margin, both) ? EQUIVALENT : INCONCLUSIVE;
    }
}
