package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Spread;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Power;
import dev.gearbox.stats.VarianceComponents;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** How many forks would probably decide what is inconclusive: with a power of 80 %, if the true difference and spread are the observed ones. */
public final class ForksNeeded {
    private static final double POWER = 0.8;

    /** The largest number of forks that is worth suggesting for an arm. */
    private static final int MOST = 100;

    private final VarianceComponents spread;
    private final int forks;
    private final double confidence;
    private final int most;

    /**
     * @param standardError of the mean over forks, on the log scale
     * @param forks the number of forks so far, at least 2
     * @param confidence of the interval that is to decide, for example 0.95
     * @param most the largest number to return
     */
    public ForksNeeded(double standardError, int forks, double confidence, int most) {
        this.spread = new VarianceComponents(standardError * Math.sqrt(forks), 0, 1);
        this.forks = forks;
        this.confidence = confidence;
        this.most = most;
    }

    /** Returns the number of forks for a verdict on an arm; empty if it cannot be estimated, or is too large. */
    public static OptionalInt of(Ranking.RankedArm arm, Design design) {
        Figure ratio = arm.ratio();
        if (!ratio.bounded() || !(ratio.low() > 0)) {
            return OptionalInt.empty();
        }
        double half = (Math.log(ratio.high()) - Math.log(ratio.low())) / 2;
        // A shared spread has more degrees of freedom than its forks; with the least possible quantile the error
        // is not underestimated.
        int degrees = design.spread() == null || design.spread() == Spread.EACH ? ratio.forks() - 1 : Integer.MAX_VALUE;
        double quantile = new Estimate(0, 1, ratio.forks(), degrees).detectable(design.confidence());
        ForksNeeded needed = new ForksNeeded(half / quantile, ratio.forks(), design.confidence(), MOST);
        double effect = Math.abs(Math.log(ratio.value()));
        return needed.fewest(needed.differs(effect), needed.isWithin(Math.log1p(design.margin()), effect));
    }

    /** Returns the number that shows a difference, if the true one is {@code effect} on the log scale. */
    public OptionalInt differs(double effect) {
        return effect > 0 ? Power.forksFor(spread, 1, effect, 0, confidence, POWER, most) : OptionalInt.empty();
    }

    /** Returns the number that shows that a difference is within a margin, if the true one is {@code effect}. */
    public OptionalInt isWithin(double margin, double effect) {
        return effect < margin
                ? Power.forksFor(spread, 1, effect, margin, confidence, POWER, most)
                : OptionalInt.empty();
    }

    /** Returns the smallest of these numbers, and more than there are: a smaller one would mean that only bad luck kept it undecided. */
    public OptionalInt fewest(OptionalInt... ways) {
        return Arrays.stream(ways)
                .flatMapToInt(way -> way.isPresent() ? IntStream.of(way.getAsInt()) : IntStream.empty())
                .map(number -> Math.max(number, forks + 1))
                .min();
    }
}
