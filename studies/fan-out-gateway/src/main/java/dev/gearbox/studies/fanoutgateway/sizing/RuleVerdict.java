package dev.gearbox.studies.fanoutgateway.sizing;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.FigureText;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the size that the rule gives lies on the flat part of a sweep, by intervals. Between two measured sizes that are flat the rate is taken to be flat, and
 * below a size that is too small to be lower still.
 *
 * @param outcome what was shown
 * @param words the same in a sentence
 */
public record RuleVerdict(Outcome outcome, String words) {
    /** Cores that are less busy are not what limits the best rate. */
    static final double BUSY = 0.9;

    /** What can be shown. */
    public enum Outcome {
        /** The whole interval of the rule's size lies on the flat part. */
        HOLDS,
        /** It lies below a size that is behind the best. */
        TOO_SMALL,
        /** It lies above a size that is behind the best. */
        TOO_LARGE,
        /** None of these was shown. */
        UNDECIDED
    }

    /**
     * Judges the rule.
     *
     * @param busy the cores that were busy at the best rate; empty: not known
     */
    public static RuleVerdict of(RuleSize rule, SizeSweep sweep, Optional<Figure> busy) {
        Figure threads = rule.threads();
        String size = FigureText.figure(threads) + " threads";
        if (!sweep.shown() || !threads.bounded()) {
            return undecided(size + " have no interval to compare: give it two forks at least");
        }
        Optional<Figure> idle = busy.filter(cores -> cores.bounded() && cores.high() < BUSY * rule.cores());
        if (idle.isPresent()) {
            return undecided(
                    "at the best rate " + FigureText.figure(idle.get()) + " of " + cores(rule.cores())
                            + " busy, so something else sets the flat part: users, services, or other places that requests hold");
        }
        if (threads.low() >= sweep.flatFrom() && threads.high() <= sweep.flatTo()) {
            return new RuleVerdict(Outcome.HOLDS, "The rule holds: " + size + " lie on the flat part.");
        }
        if (threads.high() <= sweep.tooFew()) {
            return new RuleVerdict(
                    Outcome.TOO_SMALL,
                    "The rule gives too few threads: " + size + ", and " + sweep.tooFew() + " are too few.");
        }
        if (threads.low() >= sweep.tooMany()) {
            return new RuleVerdict(
                    Outcome.TOO_LARGE,
                    "The rule gives too many threads: " + size + ", and " + sweep.tooMany() + " are too many.");
        }
        return undecided(
                size + " do not lie between sizes that were shown to be on one side. Measure these: --set threads="
                        + String.format(
                                Locale.ROOT,
                                "%.0f,%.0f,%d",
                                Math.floor(threads.low()),
                                Math.ceil(threads.high()),
                                sweep.sizes().get(sweep.best()).threads()));
    }

    private static String cores(int number) {
        return number == 1 ? "1 core was" : number + " cores were";
    }

    private static RuleVerdict undecided(String why) {
        return new RuleVerdict(Outcome.UNDECIDED, "Undecided: " + why + ".");
    }
}
