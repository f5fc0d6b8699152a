package dev.gearbox.core.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Which of some names a mistyped one most likely meant. */
public final class Nearest {
    private Nearest() {}

    /** The candidate that the fewest single-character edits make of {@code word}; none, if even that is far. */
    public static Optional<String> to(String word, Collection<String> candidates) {
        return candidates.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(best -> distance(word, best) <= Math.max(1, Math.max(word.length(), best.length()) / 3)
                        || (word.length() >= 3 && best.startsWith(word)));
    }

    /** Levenshtein's distance, row by row. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int column = 0; column <= right.length(); column++) {
            row[column] = column;
        }
        for (int line = 1; line <= left.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column <= right.length(); column++) {
                int replaced = diagonal + (left.charAt(line - 1) == right.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, Math.min(row[column], row[column - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
