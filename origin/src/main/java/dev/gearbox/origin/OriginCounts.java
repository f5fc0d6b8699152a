package dev.gearbox.origin;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The counters of an origin.
 *
 * @param connections accepted connections
 * @param requests requests for pages, listings and missing paths
 * @param pages pages that were sent whole
 * @param bytes bytes of their bodies, and of those that were sent in part
 * @param missing requests for missing paths
 * @param faults how often each fault was injected
 * @param lateness how much later than intended answers began, in nanoseconds. It does not include delays of the machine before the origin read the
 *     request
 */
public record OriginCounts(
        long connections,
        long requests,
        long pages,
        long bytes,
        long missing,
        Map<Fault, Long> faults,
        Histogram lateness) {}
