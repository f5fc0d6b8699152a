package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Range;

/**
 * What is expected of an engine under a workload. Infinite times: the queue grows as long as the load lasts.
 *
 * @param name of the engine
 * @param spec what to start
 * @param fit whether it carries the workload
 * @param obstacle why it does not, or may not; empty if it does
 * @param cores that are busy
 * @param ioSeconds processor time of a request without the application's
 * @param p50Seconds median response time, as a client on the same machine sees it
 * @param p99Seconds the time that one response in a hundred exceeds
 * @param memoryBytes resident, without the application's
 * @param highestRate requests per second
 */
public record Prediction(
        String name,
        String spec,
        Fit fit,
        String obstacle,
        Range cores,
        Range ioSeconds,
        Range p50Seconds,
        Range p99Seconds,
        Range memoryBytes,
        Range highestRate) {
    /** Whether an engine carries a workload. */
    public enum Fit {
        /** By the whole interval. */
        CARRIES,
        /** By the best estimate, but not by the whole interval. */
        PROBABLY,
        /** Not by the best estimate. */
        NOT
    }
}
