package dev.gearbox.origin;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What an origin has done so far.
 *
 * @param connections that were accepted
 * @param requests for pages, listings and what is not there
 * @param pages that were sent whole
 * @param bytes of their bodies, and of those that were sent in part
 * @param missing requests for what is not there
 * @param faults how often each was done
 * @param lateness how much later than intended answers began, in nanoseconds. It does not see what the machine held up before the origin read
 *     the request
 */
public record OriginCounts(
        long connections,
        long requests,
        long pages,
        long bytes,
        long missing,
        Map<Fault, Long> faults,
        Histogram lateness) {}
