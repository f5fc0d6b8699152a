package dev.gearbox.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What follows from an arm's pools and from what it waits for, before anything is measured. Above its capacity an arm's queue is its latency, whatever
 * its model: the rate that it answers and what it refuses are findings then, and its times are arithmetic.
 *
 * @param floorMillis no answer can take less on average, in ms
 * @param capacityPerSecond requests that it can answer per second at most; null: no pool limits it
 * @param derivation how the two follow, in words
 * @param exceeded whether the load asks for more than the capacity
 */
public record ArmBound(
        double floorMillis,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double capacityPerSecond,

        String derivation,
        boolean exceeded) {
    /** Checks the numbers. */
    public ArmBound {
        if (!(floorMillis >= 0) || (capacityPerSecond != null && !(capacityPerSecond > 0))) {
            throw new EvidenceException(
                    "a floor is 0 or more and a capacity above 0: " + floorMillis + " ms, " + capacityPerSecond + "/s");
        }
        if (exceeded && capacityPerSecond == null) {
            throw new EvidenceException("without a capacity none is exceeded");
        }
    }
}
