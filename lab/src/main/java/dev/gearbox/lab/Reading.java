package dev.gearbox.lab;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Everything that was read at one end of the measured window.
 *
 * @param process the subject, from outside
 * @param machine the whole machine
 * @param usage what the subject says of its own process; null when it did not answer or cannot say
 * @param stats what the subject counts, as it told it; null when it did not answer in time
 */
public record Reading(
        ProcessReading process,
        MachineReading machine,
        @Nullable Usage usage,
        @Nullable JsonNode stats) {
    /** A null that comes back from a file is a null again. */
    public Reading {
        stats = stats == null || stats.isNull() ? null : stats;
    }
}
