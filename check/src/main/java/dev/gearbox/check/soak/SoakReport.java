package dev.gearbox.check.soak;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What came of a soak.
 *
 * @param plan what was to be endured
 * @param took how long it lasted
 * @param stopped whether it was interrupted before its time
 * @param halfClosed connections that ended with a half-close by the client
 * @param endedByServer with a half-close by the server
 * @param closed that were closed by the client at once
 * @param reset that were torn down by the client
 * @param encrypted how many of all these were under TLS
 * @param bytes that came back, each checked at both ends
 * @param shifts of live connections
 * @param refusedShifts that the other engine declined, and the connection was served on
 * @param failures how many times anything was not as it has to be, by what it was
 * @param first some of those, in words
 * @param growth of each resource; none after a soak that was too short to read any
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

    /** How many connections there were. */
    public long connections() {
        return halfClosed + endedByServer + closed + reset;
    }

    /** Whether nothing failed and nothing grows. What a short soak cannot tell does not count. */
    public boolean holds() {
        return failures.isEmpty() && growth.stream().noneMatch(each -> each.verdict() == Growth.GrowthVerdict.GROWS);
    }
}
