package dev.gearbox.advise.trial;

import java.util.List;

/**
 * How often measured values lie in their predicted intervals.
 *
 * @param inside values in their interval
 * @param figures all values
 * @param workloads from which they come
 */
public record Coverage(int inside, int figures, int workloads) {
    /** The normal quantile of a two-sided interval of 95 %. */
    private static final double Z = 1.959964;

    /** Returns the coverage of the rows of each workload. */
    public static Coverage of(List<List<TrialRow>> byWorkload) {
        List<TrialRow> all = byWorkload.stream().flatMap(List::stream).toList();
        return new Coverage((int) all.stream().filter(TrialRow::inside).count(), all.size(), (int)
                byWorkload.stream().filter(rows -> !rows.isEmpty()).count());
    }

    /** Returns the share; NaN without values. */
    public double share() {
        return inside / (double) figures;
    }

    /** Returns the lower end of the share's 95 % interval. */
    public double low() {
        return end(-1);
    }

    /** Returns its upper end. */
    public double high() {
        return end(1);
    }

    /**
     * Wilson's interval (1927). Figures of one workload have errors in common, so each workload counts as one observation: the interval is rather too wide.
     */
    private double end(int side) {
        double n = workloads;
        double square = Z * Z;
        double centre = share() + square / (2 * n);
        double half = Z * Math.sqrt(share() * (1 - share()) / n + square / (4 * n * n));
        return Math.clamp((centre + side * half) / (1 + square / n), 0, 1);
    }
}
