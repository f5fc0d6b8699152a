package dev.gearbox.core.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a mistyped one most likely meant. */
public final class NearestName {
    private static final int LEAST_OF_A_BEGINNING = 3;

    private NearestName() {}

    /** Returns the candidate with the smallest edit distance to {@code word}, or one that starts with it; empty if all are too far. Ignores case. */
    public static Optional<String> to(String word, Collection<String> candidates) {
        return candidates.stream()
                .filter(candidate -> isNear(word, candidate))
                .min(Comparator.comparingInt((String candidate) -> edits(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns " Did you mean X?" for a message, or an empty string if no name is near. */
    public static String question(String word, Collection<String> candidates) {
        return to(word, candidates).map(near -> " Did you mean " + near + "?").orElse("");
    }

    /** Returns the message for an unknown name: {@code no WHAT "NAME". Did you mean X? Known: X, Y}. */
    public static String none(String what, String name, Collection<String> known) {
        return "no " + what + " \"" + name + "\"." + question(name, known) + " Known: " + String.join(", ", known);
    }

    private static boolean isNear(String word, String candidate) {
        return edits(word, candidate) <= Math.max(1, Math.max(word.length(), candidate.length()) / 3)
                || (word.length() >= LEAST_OF_A_BEGINNING && candidate.regionMatches(true, 0, word, 0, word.length()));
    }

    /**
     * Returns the number of insertions, deletions, replacements and swaps of neighbours between the two: the restricted Damerau-Levenshtein distance (optimal
     * string alignment).
     */
    static int edits(String word, String candidate) {
        String a = word.toLowerCase(Locale.ROOT);
        String b = candidate.toLowerCase(Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                int best = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    best = Math.min(best, cost[i - 2][j - 2] + 1);
                }
                cost[i][j] = best;
            }
        }
        return cost[a.length()][b.length()];
    }
}
