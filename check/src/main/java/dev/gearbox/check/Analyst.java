package dev.gearbox.check;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Interval;
import dev.gearbox.stats.PairedBlocks;
import java.util.Arrays;

/** The way from evidence to a finding: the instrument's own, or a broken one that a check must find out. */
@FunctionalInterface
interface Analyst {
    /**
     * CPU per request of an arm over that of the baseline.
     *
     * @param logRatio the estimate
     * @param low lower end of the 95 % interval, on the log scale
     * @param high its upper end
     * @param different whether a difference is claimed
     */
    record Contrast(double logRatio, double low, double high, boolean different) {}

    /** Compares an arm with the baseline. */
    Contrast compare(Evidence evidence, String arm);

    /** The instrument's own. */
    Analyst REAL = Analyst::paired;

    private static Contrast paired(Evidence evidence, String arm) {
        String baseline = evidence.experiment().baseline();
        Estimate estimate =
                PairedBlocks.of(logs(evidence, baseline), logs(evidence, arm)).estimate();
        Interval interval = estimate.interval(0.95);
        return new Contrast(estimate.mean(), interval.low(), interval.high(), estimate.p() < 0.05);
    }

    private static double[][] logs(Evidence evidence, String arm) {
        return evidence.forks().stream()
                .map(fork -> {
                    double[] blocks = new double[evidence.experiment().design().blocks()];
                    Arrays.fill(blocks, Double.NaN);
                    for (Slice slice : fork.slices()) {
                        if (slice.arm().equals(arm)
                                && !Quiet.disturbed(slice)
                                && slice.generator().fit()) {
                            blocks[slice.block() - 1] = Math.log(
                                    slice.cost().cpuMicros() / slice.traffic().answeredPerSecond());
                        }
                    }
                    return blocks;
                })
                .toArray(double[][]::new);
    }
}
