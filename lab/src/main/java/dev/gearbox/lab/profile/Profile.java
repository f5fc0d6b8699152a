package dev.gearbox.lab.profile;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The profile of the processor time of a subject's threads. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Profile.Taken.class, name = "taken"),
    @JsonSubTypes.Type(value = Profile.Unavailable.class, name = "unavailable")
})
public sealed interface Profile {
    /**
     * A profile.
     *
     * @param event the event that triggers samples
     * @param samples the number of samples
     * @param byCategory the samples by cause; every category, in the order of the file
     * @param flameGraph the name of the HTML file with the flame graph, in the same folder
     */
    record Taken(String event, long samples, Map<String, Long> byCategory, String flameGraph) implements Profile {
        /** Copies the map, in its order, and validates the sum. */
        public Taken {
            byCategory = Collections.unmodifiableMap(new LinkedHashMap<>(byCategory));
            long sum = byCategory.values().stream().mapToLong(Long::longValue).sum();
            if (sum != samples) {
                throw new IllegalArgumentException("the categories have " + sum + " of " + samples + " samples");
            }
        }

        /** Returns the share of a category, 0 to 1; 0 for an unknown one, NaN without samples. */
        double share(String category) {
            return samples == 0 ? Double.NaN : (double) byCategory.getOrDefault(category, 0L) / samples;
        }

        /** Returns the standard error of a share, given the number of samples. */
        double shareError(String category) {
            double share = share(category);
            return Math.sqrt(share * (1 - share) / samples);
        }
    }

    /**
     * No profile.
     *
     * @param reason the reason, in a sentence
     */
    record Unavailable(String reason) implements Profile {}
}
