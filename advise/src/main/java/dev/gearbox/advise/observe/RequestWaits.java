package dev.gearbox.advise.observe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For how long requests kept their thread waiting: the time between the request and its answer in which the thread that answered parked, slept, waited for a monitor, or
 * read from another server. JFR does not record the parking of virtual threads; since one serves one connection, all of that time counts as waiting, less the processor
 * time.
 *
 * @param mean in seconds
 * @param variation variance divided by the square of the mean; 0 if nothing waited
 * @param meanSpan seconds from request to answer
 */
public record RequestWaits(double mean, double variation, double meanSpan) {
    private static final double NANOS = 1e9;

    /**
     * Adds them up.
     *
     * @param requests at least one
     * @param waits of all threads
     * @param cpuSeconds of a request
     */
    static RequestWaits of(List<AnsweredRequest> requests, List<ThreadWait> waits, double cpuSeconds) {
        Map<Long, List<ThreadWait>> byThread = disjoint(waits);
        double sum = 0;
        double squares = 0;
        double span = 0;
        for (AnsweredRequest each : requests) {
            double waited = each.virtual()
                    ? Math.max(0, each.span() / NANOS - cpuSeconds)
                    : overlap(each, byThread.getOrDefault(each.thread(), List.of())) / NANOS;
            sum += waited;
            squares += waited * waited;
            span += each.span() / NANOS;
        }
        double mean = sum / requests.size();
        double variance = Math.max(0, squares / requests.size() - mean * mean);
        return new RequestWaits(mean, mean > 0 ? variance / (mean * mean) : 0, span / requests.size());
    }

    /** The waits of each thread in order, those that overlap joined: a read of a socket parks, and both are recorded. */
    private static Map<Long, List<ThreadWait>> disjoint(List<ThreadWait> waits) {
        Map<Long, List<ThreadWait>> byThread = new HashMap<>();
        waits.stream().sorted(Comparator.comparingLong(ThreadWait::start)).forEach(wait -> {
            List<ThreadWait> own = byThread.computeIfAbsent(wait.thread(), _ -> new ArrayList<>());
            if (!own.isEmpty() && wait.start() <= own.getLast().end()) {
                ThreadWait last = own.removeLast();
                own.add(new ThreadWait(wait.thread(), last.start(), Math.max(last.end(), wait.end())));
            } else {
                own.add(wait);
            }
        });
        return byThread;
    }

    private static long overlap(AnsweredRequest request, List<ThreadWait> waits) {
        long sum = 0;
        for (int i = firstAfter(waits, request.arrived()); i < waits.size(); i++) {
            ThreadWait wait = waits.get(i);
            if (wait.start() >= request.answered()) {
                break;
            }
            sum += Math.min(wait.end(), request.answered()) - Math.max(wait.start(), request.arrived());
        }
        return sum;
    }

    /** The first wait that ends after a moment: they are disjoint, so their ends are in order. */
    private static int firstAfter(List<ThreadWait> waits, long moment) {
        int low = 0;
        int high = waits.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (waits.get(middle).end() > moment) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
