package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Design;
import dev.gearbox.stats.Looks;

/**
 * The threshold for p. With one look at the end it is one minus the confidence (0.05). With several looks it is the bound of the look that the run has
 * reached: four looks at 5 % each find a difference in one of eight A/A runs.
 */
public final class Significance {
    private Significance() {}

    /**
     * Returns the two-sided threshold.
     *
     * @param forks the number of forks measured, including dropped ones. Between two looks the earlier one counts, and before the first look the first:
     *     both are the stricter choice
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
