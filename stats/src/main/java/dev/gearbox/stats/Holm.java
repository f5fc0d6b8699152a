package dev.gearbox.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's step-down adjustment: with twelve comparisons in one table, one in two tables would show a difference by chance at 5 % each. The adjusted
 * values can be compared with 5 %, and the probability of any false difference in the family stays below it. Always at least as powerful as
 * Bonferroni, and needs no independence.
 */
public final class Holm {
    private Holm() {}

    /**
     * Adjusts a family.
     *
     * @param p the p values of one family, each from 0 to 1
     * @return the adjusted ones in the same order, none above 1
     */
    public static double[] adjust(double... p) {
        for (double value : p) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("p: " + value + " is out of range: 0 to 1");
            }
        }
        int[] order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[p.length];
        double soFar = 0;
        for (int rank = 0; rank < order.length; rank++) {
            soFar = Math.max(soFar, Math.min(1, (p.length - rank) * p[order[rank]]));
            adjusted[order[rank]] = soFar;
        }
        return adjusted;
    }
}
