package dev.gearbox.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * A ranking with its ties: two arms share a group if and only if they were not shown to differ. "Not shown to differ" is not transitive
 * (first and third may differ while neither differs from the second), so an arm can be in several groups: the letters of a compact letter
 * display.
 *
 * <p>The insert-and-absorb algorithm of Piepho (2004, Journal of Computational and Graphical Statistics 13).
 */
public final class TieGroups {
    private TieGroups() {}

    /**
     * Returns the groups of arms that were not shown to differ.
     *
     * @param arms how many; number 0 is the first in the order of the estimates
     * @param differ whether a pair was shown to differ; called once for each pair, the lower number first
     * @return the groups in the order of their members; every arm is in at least one
     */
    public static List<SortedSet<Integer>> of(int arms, BiPredicate<Integer, Integer> differ) {
        Preconditions.atLeast("arms", arms, 0);
        List<SortedSet<Integer>> groups = new ArrayList<>();
        var all = new TreeSet<Integer>();
        for (int arm = 0; arm < arms; arm++) {
            all.add(arm);
        }
        if (arms > 0) {
            groups.add(all);
        }
        for (int a = 0; a < arms; a++) {
            for (int b = a + 1; b < arms; b++) {
                if (differ.test(a, b)) {
                    groups = absorbed(split(groups, a, b));
                }
            }
        }
        groups.sort(TieGroups::compare);
        return groups.stream().map(Collections::unmodifiableSortedSet).toList();
    }

    /**
     * Returns the groups as letters, one text for each arm: "a", "ab", "b". From the 27th group on: "z1", "z2" and so on.
     *
     * @param groups of {@link #of}
     */
    public static List<String> letters(int arms, List<SortedSet<Integer>> groups) {
        var letters = new ArrayList<String>();
        for (int arm = 0; arm < arms; arm++) {
            var text = new StringBuilder();
            for (int group = 0; group < groups.size(); group++) {
                if (groups.get(group).contains(arm)) {
                    text.append(group < 26 ? String.valueOf((char) ('a' + group)) : "z" + (group - 25));
                }
            }
            letters.add(text.toString());
        }
        return List.copyOf(letters);
    }

    /** Insert: a group that contains both becomes two, each without one of them. */
    private static List<SortedSet<Integer>> split(List<SortedSet<Integer>> groups, int a, int b) {
        List<SortedSet<Integer>> result = new ArrayList<>();
        for (SortedSet<Integer> group : groups) {
            if (group.contains(a) && group.contains(b)) {
                result.add(without(group, b));
                result.add(without(group, a));
            } else {
                result.add(group);
            }
        }
        return result;
    }

    /** Absorb: a group inside another one is redundant. */
    private static List<SortedSet<Integer>> absorbed(List<SortedSet<Integer>> groups) {
        List<SortedSet<Integer>> bySize = new ArrayList<>(groups);
        bySize.sort(Comparator.comparingInt((SortedSet<Integer> group) -> group.size())
                .reversed());
        List<SortedSet<Integer>> kept = new ArrayList<>();
        for (SortedSet<Integer> group : bySize) {
            if (kept.stream().noneMatch(larger -> larger.containsAll(group))) {
                kept.add(group);
            }
        }
        return kept;
    }

    private static SortedSet<Integer> without(SortedSet<Integer> group, int arm) {
        var smaller = new TreeSet<>(group);
        smaller.remove(arm);
        return smaller;
    }

    private static int compare(SortedSet<Integer> one, SortedSet<Integer> other) {
        var left = one.iterator();
        var right = other.iterator();
        while (left.hasNext() && right.hasNext()) {
            int order = Integer.compare(left.next(), right.next());
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }
}
