package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Design;
import dev.gearbox.stats.Looks;

/**
 * How small p must be. With one look at the end it is what the confidence leaves (0.05). With several, the bound of the
 * look that the run has reached: whoever looks four times at 5 % each finds a difference in one A/A run of eight.
 */
public final class Significance {
    private Significance() {}

    /**
     * The two-sided threshold.
     *
     * @param forks that were measured, those that were dropped since included. Between two looks the last one that was
     *     passed counts, before the first the first: both are the stricter choice
     */
    public static double of(Design design, int forks) {
        int[] looks = design.looks().stream()
                .mapToInt(Integer::intValue)
                .filter(look -> look > 1)
                .toArray();
        if (looks.length < 2) {
            return 1 - design.confidence();
        }
        Looks bounds = Looks.obrienFleming(looks);
        double threshold = bounds.thresholds()[0];
        for (int i = 0; i < looks.length; i++) {
            if (looks[i] <= forks) {
                threshold = bounds.thresholds()[i];
            }
        }
        return threshold;
    }
}
