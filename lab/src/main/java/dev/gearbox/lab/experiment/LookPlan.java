package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.stats.Spending;
import java.util.List;
import java.util.stream.Stream;

/**
 * The numbers of forks at which a run is looked at. With three forks a large difference can be shown, with fewer hardly any: Student's t has only one degree
 * of freedom.
 */
final class LookPlan {
    private static final int FIRST = 3;

    /** Where a long run is looked at: each time about a fifth more is known than before. */
    private static final List<Integer> OFTEN = List.of(3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40);

    private LookPlan() {}

    /**
     * Returns the looks of a run of up to five forks: at the third and at the last of five. A look at four as well would cost the last one a fifth of its
     * threshold.
     */
    static List<Integer> few(int forks) {
        return forks < 5 ? List.of(forks) : List.of(FIRST, forks);
    }

    /** Returns a run that goes on until all is decided, with this number of forks at most. */
    static Design often(Design most) {
        List<Integer> looks = Stream.concat(OFTEN.stream().filter(look -> look < most.forks()), Stream.of(most.forks()))
                .toList();
        return most.withForks(most.forks(), looks).spending(Spending.EVENLY);
    }
}
