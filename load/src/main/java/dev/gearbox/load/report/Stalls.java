package dev.gearbox.load.report;

import dev.gearbox.stats.FitnessLimits;

/**
 * The generator's own stalls in a slice, beside the times of the requests. A stall of a millisecond matters where an answer takes one, and not where it
 * takes 200: then the affected requests count like all others. Each of their times is too long by less than twice the longest stall, and none is left out, so that
 * what is left is no selection.
 *
 * @param longest in nanoseconds
 * @param affected the responses of the affected requests
 * @param others those of all others
 */
record Stalls(long longest, Latencies affected, Latencies others) {
    /** Whether the times of the affected requests may be used. */
    boolean brief() {
        double most = 2.0 * longest;
        double median = affected.plus(others).quantile(0.5);
        return most <= FitnessLimits.BRIEF * median
                && most * LoadReport.share(affected, others) <= FitnessLimits.BRIEF_ON_AVERAGE * median;
    }
}
