package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.stats.Looks;
import dev.gearbox.stats.Spending;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The thresholds of a comparison. With one look at the end p must be below one minus the confidence (0.05), and "no difference" takes two one-sided tests
 * at 5 % each. With several looks it is the bound of the look that the comparison has reached: four looks at 5 % each find a difference in one of eight
 * A/A runs, and the same holds for "no difference" of two arms that differ by just the margin.
 *
 * <p>A comparison that is decided leaves the race, so each has its own number of forks: those in which both arms took part.
 */
public final class Significance {
    private static final double ONE_SIDED = 0.05;

    /** Computing the bounds takes longer than an analysis. */
    private static final Map<Key, Looks> KNOWN = new ConcurrentHashMap<>();

    private final Evidence evidence;
    private final Design design;

    private record Key(Spending spending, double level, List<Integer> forks) {}

    private Significance(Evidence evidence, Design design) {
        this.evidence = evidence;
        this.design = design;
    }

    /** @param design of the analysis */
    static Significance of(Evidence evidence, Design design) {
        return new Significance(evidence, design);
    }

    /** Returns the two-sided threshold for a difference between two arms. */
    double difference(String arm, String other) {
        return of(design, forks(arm, other));
    }

    /** Returns the level of the two tests for "no difference" between two arms, together. */
    double equivalence(String arm, String other) {
        return equivalence(design, forks(arm, other));
    }

    private int forks(String arm, String other) {
        return (int) evidence.forks().stream()
                .filter(fork -> fork.races(arm) && fork.races(other))
                .count();
    }

    /**
     * Returns the two-sided threshold.
     *
     * @param forks the number of forks measured, including dropped ones. Between two looks the earlier one counts, and before the first look the first:
     *     both are the stricter choice
     */
    public static double of(Design design, int forks) {
        return after(design, 1 - design.confidence(), forks);
    }

    /**
     * Returns the level of the two one-sided tests for "no difference" together: 0.10 with one look.
     *
     * @param forks as above
     */
    public static double equivalence(Design design, int forks) {
        return after(design, 2 * ONE_SIDED, forks);
    }

    private static double after(Design design, double level, int forks) {
        List<Integer> looks = design.looks().stream().filter(look -> look > 1).toList();
        if (looks.size() < 2) {
            return level;
        }
        Spending spending = design.spending();
        return KNOWN.computeIfAbsent(
                        new Key(spending == null ? Spending.LATE : spending, level, looks),
                        key -> Looks.student(
                                key.spending,
                                key.level,
                                key.forks.stream().mapToInt(Integer::intValue).toArray()))
                .thresholdAfter(forks);
    }
}
