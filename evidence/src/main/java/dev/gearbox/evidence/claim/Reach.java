package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.analysis.Metric;

/**
 * The values that a figure of an arm can have at all: what follows from the parameters of its load (users, pauses, pools, delays, sizes, the link) before
 * anything is measured, whatever the arm's model. A comparison whose outcome is the same everywhere within reach is arithmetic and no finding.
 *
 * @param least its floor, in the metric's unit; 0: none
 * @param most its ceiling; infinity: none
 * @param sum how they follow, in words; empty if there are none
 */
public record Reach(double least, double most, String sum) {
    /** Neither a floor nor a ceiling. */
    public static final Reach ANY = new Reach(0, Double.POSITIVE_INFINITY, "");

    /** Checks the numbers. */
    public Reach {
        if (!(least >= 0) || !(most > 0) || least > most) {
            throw new IllegalArgumentException("a figure is between a floor and a ceiling: " + least + ", " + most);
        }
    }

    /** Returns a floor. */
    public static Reach atLeast(double least, String sum) {
        return new Reach(least, Double.POSITIVE_INFINITY, sum);
    }

    /** Returns a ceiling. */
    public static Reach atMost(double most, String sum) {
        return new Reach(0, most, sum);
    }

    /** Returns what follows from an arm's pools and waits: no time is below their floor, and no rate above their capacity. */
    public static Reach of(ArmBound bound, Metric metric) {
        Double capacity = bound.capacityPerSecond();
        if (metric.isTime() && bound.floorMillis() > 0) {
            return atLeast(bound.floorMillis() * 1e3, bound.derivation());
        }
        return metric == Metric.RATE && capacity != null ? atMost(capacity, bound.derivation()) : ANY;
    }

    /** Returns what both allow. */
    public Reach and(Reach other) {
        String both =
                sum.isEmpty() || sum.equals(other.sum) ? other.sum : other.sum.isEmpty() ? sum : sum + "; " + other.sum;
        return new Reach(Math.max(least, other.least), Math.min(most, other.most), both);
    }
}
