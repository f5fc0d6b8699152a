package dev.gearbox.lab.job;

import dev.gearbox.lab.job.PublishedTable.Quantity;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run by the literature's method gave.
 *
 * @param figures by what they say
 * @param errors by kind, over all runs, those that do not count in a mean too; empty if there were none, or the run cannot count them
 */
public record PublishedFigures(Map<Quantity, Double> figures, Map<String, Long> errors) {
    /** Copies the maps. */
    public PublishedFigures {
        Map<Quantity, Double> ordered = new EnumMap<>(Quantity.class);
        ordered.putAll(figures);
        figures = Collections.unmodifiableMap(ordered);
        errors = Collections.unmodifiableMap(new TreeMap<>(errors));
    }

    /** Returns these figures with the sum of the errors. */
    public static PublishedFigures counted(Map<Quantity, Double> figures, Map<String, Long> errors) {
        Map<Quantity, Double> all = new EnumMap<>(Quantity.class);
        all.putAll(figures);
        all.put(Quantity.ERRORS, (double)
                errors.values().stream().mapToLong(Long::longValue).sum());
        return new PublishedFigures(all, errors);
    }

    /** "timeout 340, reset 9"; empty if there were no errors. */
    public String kinds() {
        return errors.entrySet().stream()
                .filter(kind -> kind.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(kind -> kind.getKey() + " " + kind.getValue())
                .collect(Collectors.joining(", "));
    }
}
