package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Range;
import java.util.OptionalDouble;

/**
 * What a server has to do. Requests arrive at random, independent of answers (an open loop), on any of the connections.
 *
 * @param connections open at a time
 * @param rate requests per second, on all connections together
 * @param bytes of a request, and of its answer
 * @param cpuSeconds processor time of the application for a request
 * @param cpuVariation squared variation of that time: 0 constant, 1 as an exponential time; an interval if it is unknown
 * @param waitSeconds for which a request blocks its thread, such as in a call of a database; 0: never
 * @param waitVariation squared variation of the wait
 * @param connectsPerSecond new connections per second
 * @param cores that the server has
 * @param p99Limit in seconds
 * @param memoryLimit in bytes
 */
public record DescribedWorkload(
        int connections,
        double rate,
        long bytes,
        double cpuSeconds,
        Range cpuVariation,
        double waitSeconds,
        Range waitVariation,
        double connectsPerSecond,
        int cores,
        OptionalDouble p99Limit,
        OptionalDouble memoryLimit) {
    /** Returns how many requests wait at a time, on average: Little's law. */
    public double waiting() {
        return rate * waitSeconds;
    }

    /** Returns whether requests block. */
    public boolean blocks() {
        return waitSeconds > 0;
    }
}
