package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.analysis.FigureText;
import dev.gearbox.evidence.analysis.ForksNeeded;
import dev.gearbox.evidence.history.Unpaired;
import dev.gearbox.stats.Interval;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * The rule by which an interval decides a part of a claim. Everything is on the logarithmic scale, where 0 means equal (or equal to the given number).
 *
 * @param verdict the verdict
 * @param why in a sentence
 */
record PartVerdict(ClaimVerdict verdict, String why) {
    /** The largest number of forks that is worth suggesting. */
    private static final int MOST_FORKS = 1_000;

    /**
     * @param interval the interval of the difference, widened for the family
     * @param equivalence the interval for two one-sided tests
     */
    static PartVerdict of(Claim.Part part, Interval interval, Interval equivalence) {
        double margin = Math.log1p(part.margin());
        boolean within = -margin < equivalence.low() && equivalence.high() < margin;
        return switch (part.expect()) {
            case LEFT_LOWER -> difference(part, interval, within, margin, 1);
            case LEFT_HIGHER -> difference(part, interval, within, margin, -1);
            case EQUAL -> equal(interval, within, margin, part.margin());
            case AT_LEAST -> bound(interval.low() >= -margin, interval.high() < -margin, "less", part.margin());
            case AT_MOST -> bound(interval.high() <= margin, interval.low() > margin, "more", part.margin());
        };
    }

    /** @param sign 1 if left is claimed to be lower, -1 if it is claimed to be higher */
    private static PartVerdict difference(Claim.Part part, Interval interval, boolean within, double margin, int sign) {
        if (within) {
            return new PartVerdict(ClaimVerdict.NO_DIFFERENCE, "equal within " + percent(part.margin()));
        }
        boolean shown = sign > 0 ? interval.high() < 0 : interval.low() > 0;
        boolean opposite = sign > 0 ? interval.low() > 0 : interval.high() < 0;
        if (opposite) {
            return new PartVerdict(ClaimVerdict.REFUTED, "the opposite was shown");
        }
        if (part.size().isPresent()) {
            double stated = part.size().get().ratio();
            double size = Math.log(stated / part.number());
            if (size < interval.low() - margin || size > interval.high() + margin) {
                return new PartVerdict(
                        ClaimVerdict.REFUTED,
                        (shown ? "the direction was shown, but not the size: " : "the size: ") + "the literature's "
                                + FigureText.number(stated) + " is outside the interval");
            }
        }
        return shown
                ? new PartVerdict(ClaimVerdict.HOLDS, "shown in the claimed direction")
                : new PartVerdict(ClaimVerdict.INCONCLUSIVE, "the interval contains both directions");
    }

    private static PartVerdict equal(Interval interval, boolean within, double margin, double share) {
        if (within) {
            return new PartVerdict(ClaimVerdict.HOLDS, "equal within " + percent(share));
        }
        return interval.low() > margin || interval.high() < -margin
                ? new PartVerdict(ClaimVerdict.REFUTED, "shown to differ by more than " + percent(share))
                : new PartVerdict(
                        ClaimVerdict.INCONCLUSIVE, "the interval is neither within " + percent(share) + " nor outside");
    }

    private static PartVerdict bound(boolean kept, boolean missed, String side, double share) {
        if (kept) {
            return new PartVerdict(
                    ClaimVerdict.HOLDS, "the whole interval is within the bound, " + percent(share) + " allowed");
        }
        return missed
                ? new PartVerdict(
                        ClaimVerdict.REFUTED,
                        "the whole interval is " + side + " than that, " + percent(share) + " allowed")
                : new PartVerdict(ClaimVerdict.INCONCLUSIVE, "the bound lies within the interval");
    }

    /** Returns the smallest number of forks that would probably decide, if the true difference is the observed one; empty if no reasonable number does. */
    static OptionalInt forks(Claim.Part part, Unpaired seen, double confidence) {
        if (seen.forks() < 2) {
            return OptionalInt.empty();
        }
        ForksNeeded needed = new ForksNeeded(seen.standardError(), seen.forks(), confidence, MOST_FORKS);
        double margin = Math.log1p(part.margin());
        double size = Math.abs(seen.mean());
        return switch (part.expect()) {
            case LEFT_LOWER, LEFT_HIGHER -> needed.fewest(needed.differs(size), needed.isWithin(margin, size));
            case EQUAL -> needed.fewest(needed.differs(size - margin), needed.isWithin(margin, size));
            case AT_LEAST -> needed.fewest(needed.differs(Math.abs(seen.mean() + margin)));
            case AT_MOST -> needed.fewest(needed.differs(Math.abs(seen.mean() - margin)));
        };
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.3g %%", 100 * share).replaceAll("\\.?0+ %", " %");
    }
}
