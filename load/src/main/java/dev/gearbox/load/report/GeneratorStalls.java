package dev.gearbox.load.report;

import dev.gearbox.stats.FitnessLimits;

/**
 * The generator's own stalls in a slice, beside the times of the requests. A stall of a millisecond matters where an answer takes one, and not where it
 * takes 200: then the affected requests count like all others. Each of their times is too long by less than twice the longest stall, and none is left out, so that
 * what is left is no selection.
 *
 * @param longest in nanoseconds: until the loop had caught up
 * @param excess by how many nanoseconds the affected responses together may be too long: how late each was written, and how long the loop had been away when
 *     its answer was read
 * @param affected the responses of the affected requests
 * @param others those of all others
 */
record GeneratorStalls(long longest, long excess, Latencies affected, Latencies others) {
    /** Whether the times of the affected requests may be used. */
    boolean brief() {
        Latencies all = affected.plus(others);
        double median = all.quantile(0.5);
        return 2.0 * longest <= FitnessLimits.BRIEF * median
                && excess <= FitnessLimits.BRIEF_ON_AVERAGE * median * all.count();
    }
}
