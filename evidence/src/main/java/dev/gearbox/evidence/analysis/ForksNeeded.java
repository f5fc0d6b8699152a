package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Design;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Power;
import dev.gearbox.stats.VarianceComponents;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How many forks would probably decide a comparison that is inconclusive: with a power of 80 %, if the true difference and spread are the observed ones. */
public final class ForksNeeded {
    private static final double POWER = 0.8;

    /** The largest number of forks that is worth suggesting. */
    private static final int MOST = 100;

    private ForksNeeded() {}

    /** Returns the number of forks; empty if it cannot be estimated, or is too large. */
    public static OptionalInt of(Ranking.RankedArm arm, Design design) {
        Figure ratio = arm.ratio();
        if (!ratio.bounded() || !(ratio.low() > 0)) {
            return OptionalInt.empty();
        }
        double half = (Math.log(ratio.high()) - Math.log(ratio.low())) / 2;
        double quantile = new Estimate(0, 1, ratio.forks()).detectable(design.confidence());
        VarianceComponents spread = new VarianceComponents(half / quantile * Math.sqrt(ratio.forks()), 0, 1);
        double effect = Math.abs(Math.log(ratio.value()));
        double margin = Math.log1p(design.margin());
        OptionalInt different = Power.forksFor(spread, 1, effect, 0, design.confidence(), POWER, MOST);
        OptionalInt equal = effect < margin
                ? Power.forksFor(spread, 1, effect, margin, design.confidence(), POWER, MOST)
                : OptionalInt.empty();
        // A number below the current one would mean that only bad luck kept it undecided.
        return Stream.of(different, equal)
                .flatMapToInt(way -> way.isPresent() ? IntStream.of(way.getAsInt()) : IntStream.empty())
                .map(forks -> Math.max(forks, ratio.forks() + 1))
                .min();
    }
}
