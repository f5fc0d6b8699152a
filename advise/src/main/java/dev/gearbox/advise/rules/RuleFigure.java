package dev.gearbox.advise.rules;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gearbox.advise.DescribedWorkload;

/** What the bounds of a rule are about. */
public enum RuleFigure {
    /** Connections that are open at a time. */
    @JsonProperty("connections")
    CONNECTIONS,
    /** Bytes of a request. */
    @JsonProperty("bytes")
    BYTES,
    /** Requests per second and core. */
    @JsonProperty("rate")
    RATE,
    /** Bytes per second, requests and answers together. */
    @JsonProperty("bytes-per-second")
    BYTES_PER_SECOND,
    /** Seconds of the application for a request: processor time and waiting. */
    @JsonProperty("business")
    BUSINESS;

    double of(DescribedWorkload workload) {
        return switch (this) {
            case CONNECTIONS -> workload.connections();
            case BYTES -> workload.bytes();
            case RATE -> workload.rate() / workload.cores();
            case BYTES_PER_SECOND -> 2 * workload.rate() * workload.bytes();
            case BUSINESS -> workload.cpuSeconds() + workload.waitSeconds();
        };
    }
}
