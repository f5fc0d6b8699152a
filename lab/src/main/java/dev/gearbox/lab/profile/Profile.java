package dev.gearbox.lab.profile;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where a subject's threads were when they used the processor. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Profile.Taken.class, name = "taken"),
    @JsonSubTypes.Type(value = Profile.Unavailable.class, name = "unavailable")
})
public sealed interface Profile {
    /**
     * A profile.
     *
     * @param event what a sample was taken on
     * @param samples how many there are
     * @param byCategory these, by cause; every category, in the order in which they are listed
     * @param flameGraph the name of the HTML file with the picture, in the same folder
     */
    record Taken(String event, long samples, Map<String, Long> byCategory, String flameGraph) implements Profile {
        /** Copies the map, in its order, and checks the sum. */
        public Taken {
            byCategory = Collections.unmodifiableMap(new LinkedHashMap<>(byCategory));
            long sum = byCategory.values().stream().mapToLong(Long::longValue).sum();
            if (sum != samples) {
                throw new IllegalArgumentException("the categories have " + sum + " of " + samples + " samples");
            }
        }

        /** The share of a category, 0 to 1; 0 for one that is not listed, NaN without samples. */
        double share(String category) {
            return samples == 0 ? Double.NaN : (double) byCategory.getOrDefault(category, 0L) / samples;
        }

        /** The standard error that a share has because only so many samples were taken. */
        double shareError(String category) {
            double share = share(category);
            return Math.sqrt(share * (1 - share) / samples);
        }
    }

    /**
     * None.
     *
     * @param reason why, in a sentence
     */
    record Unavailable(String reason) implements Profile {}
}
