package dev.gearbox.report.document;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Helpers for sentences. */
public final class Phrases {
    private Phrases() {}

    /** "a", "a and b", "a, b and c". */
    public static String list(List<String> items) {
        return items.size() < 2
                ? String.join("", items)
                : String.join(", ", items.subList(0, items.size() - 1)) + " and " + items.getLast();
    }

    /** Returns all of a few, as {@link #list} does; of more than {@code most} the first ones: "a, b and 7 more". */
    public static String some(List<String> items, int most) {
        return items.size() <= most
                ? list(items)
                : String.join(", ", items.subList(0, most - 1)) + " and " + (items.size() - most + 1) + " more";
    }

    /** Capitalizes the first letter, for a heading; a term such as p50 stays as it is. */
    public static String capital(String sentence) {
        return sentence.isEmpty()
                ? sentence
                : sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    /** "threads 2, batch 8"; "none" for nothing. */
    public static String options(Map<String, String> options) {
        return options.isEmpty()
                ? "none"
                : options.entrySet().stream()
                        .map(option -> option.getKey() + " " + option.getValue())
                        .collect(Collectors.joining(", "));
    }
}
