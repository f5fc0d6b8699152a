package dev.gearbox.check.statistics;

/**
 * A queue with one server, replayed: each request waits for what was there before it. Lindley's recursion is exact for
 * first come, first served, whatever the arrivals and the services were; so it says what the response times of a real
 * run must have been, without any assumption about their distribution.
 */
public final class Lindley {
    private Lindley() {}

    /**
     * Response times: waiting and service.
     *
     * @param arrivals when each request came, increasing, in ns
     * @param services how long each was served, in order of arrival, in ns; no longer than {@code arrivals}
     * @return as many as there are services, in ns
     */
    public static long[] responses(long[] arrivals, long[] services) {
        if (services.length > arrivals.length) {
            throw new IllegalArgumentException(services.length + " services for " + arrivals.length + " arrivals");
        }
        long[] responses = new long[services.length];
        long free = Long.MIN_VALUE;
        for (int i = 0; i < services.length; i++) {
            long begins = Math.max(arrivals[i], free);
            free = begins + services[i];
            responses[i] = free - arrivals[i];
        }
        return responses;
    }
}
