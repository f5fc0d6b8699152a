package dev.gearbox.studies.fanoutgateway.gateway;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The limits of a gateway, the same numbers for every style; printed when it starts.
 *
 * @param threads of each pool of platform threads, and the requests that are worked on without waiting in a queue
 * @param connections to the services, at most
 * @param queue requests that may wait beyond {@code threads}; further ones are answered with 503
 * @param deadline from the arrival of a request to its answer
 */
public record Limits(int threads, int connections, int queue, Duration deadline) {
    /** 16 threads, 64 connections, 64 queue slots, 5 s. */
    public static final Limits DEFAULT = new Limits(16, 64, 64, Duration.ofSeconds(5));

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming the one that is not valid
     */
    public Limits {
        require(threads >= 1, "threads", threads, "from 1");
        require(connections >= 1, "connections", connections, "from 1");
        require(queue >= 0, "queue", queue, "from 0");
        require(deadline.isPositive(), "deadline", deadline, "positive");
    }

    private static void require(boolean holds, String name, Object value, String range) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + " and must be " + range);
        }
    }

    /** Returns how many requests are in the gateway at most, queued or worked on. */
    public int requests() {
        return threads + queue;
    }

    /** Returns them by name; the deadline in milliseconds. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("threads", threads);
        fields.put("connections", connections);
        fields.put("queue", queue);
        fields.put("deadlineMillis", deadline.toMillis());
        return fields;
    }
}
