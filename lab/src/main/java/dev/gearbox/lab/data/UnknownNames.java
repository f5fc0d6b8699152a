package dev.gearbox.lab.data;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Creates messages for unknown names: suggests the closest name and lists all. */
public final class UnknownNames {
    private UnknownNames() {}

    /** Returns "unknown WHAT "NAME". Did you mean X? Known: a, b, c"; the question is omitted if no name is close. */
    public static String unknown(String what, String name, Collection<String> known) {
        String meant = nearest(name, known).map(n -> " Did you mean " + n + "?").orElse("");
        return "unknown " + what + " \"" + name + "\"." + meant + " Known: " + String.join(", ", known);
    }

    /** Returns the known name whose edit distance from {@code name} is at most a third of its length, or one that begins with it. */
    static Optional<String> nearest(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(k -> k.startsWith(wanted) || edits(wanted, k) <= Math.max(1, k.length() / 3))
                .min(Comparator.comparingInt(k -> edits(wanted, k)));
    }

    /** Returns the edit distance: insertions, deletions, replacements and swaps of neighbours that turn {@code a} into {@code b}. */
    static int edits(String a, String b) {
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
