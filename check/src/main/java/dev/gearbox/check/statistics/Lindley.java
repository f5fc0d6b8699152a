package dev.gearbox.check.statistics;

/**
 * The replay of a queue with one server: each request waits for the earlier ones. Lindley's recursion is exact for first come, first served, whatever
 * the arrivals and the services are; so it gives the correct response times of a real run, without any assumption about their distribution.
 */
public final class Lindley {
    private Lindley() {}

    /**
     * Returns the response times: waiting and service.
     *
     * @param arrivals the arrival times, increasing, in ns
     * @param services the duration of each service, in order of arrival, in ns; not more of them than {@code arrivals}
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
