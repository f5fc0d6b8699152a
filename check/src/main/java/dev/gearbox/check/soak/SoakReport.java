package dev.gearbox.check.soak;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The outcome of a soak.
 *
 * @param plan its parameters
 * @param took its duration
 * @param stopped whether it was interrupted early
 * @param halfClosed connections that ended with a half-close by the client
 * @param endedByServer connections that ended with a half-close by the server
 * @param closed connections that the client closed at once
 * @param reset connections that the client reset
 * @param encrypted how many of all these used TLS
 * @param bytes bytes that came back, each checked at both ends
 * @param shifts shifts of live connections
 * @param refusedShifts shifts that the other engine declined, after which the connection was still served
 * @param failures the number of violations, by kind
 * @param first the first violations, in words
 * @param growth the growth of each resource; empty after a soak that was too short for it
 */
public record SoakReport(
        SoakPlan plan,
        Duration took,
        boolean stopped,
        long halfClosed,
        long endedByServer,
        long closed,
        long reset,
        long encrypted,
        long bytes,
        long shifts,
        long refusedShifts,
        SortedMap<String, Long> failures,
        List<String> first,
        List<Growth> growth) {
    public SoakReport {
        failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
        first = List.copyOf(first);
        growth = List.copyOf(growth);
    }

    /** Returns the number of connections. */
    public long connections() {
        return halfClosed + endedByServer + closed + reset;
    }

    /** Returns whether nothing failed and nothing grows. What a short soak cannot decide does not count. */
    public boolean holds() {
        return failures.isEmpty() && growth.stream().noneMatch(each -> each.verdict() == Growth.GrowthVerdict.GROWS);
    }
}
