package dev.gearbox.core.balance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Selects the connections that go from a busy loop to an idle one: the largest first, until their shares of the loop's time add up to half the difference. A
 * share larger than that stays, because moving it would only make the other loop the busy one: a hot connection keeps its loop, and the others leave it.
 * Stateless and deterministic.
 */
final class RebalanceSelection {
    /** Loops whose utilisations differ by less are left alone. */
    static final double WIDE = 0.2;
    /** Loops that have differed by more than {@link #WIDE} are balanced until they differ by less than this. */
    static final double NARROW = 0.1;
    /** The most moves at once: each takes time from its loop. */
    static final int MOST = 64;
    /** A smaller share is not worth a move. */
    private static final double LEAST = 0.0001;

    /**
     * A connection of the busy loop.
     *
     * @param share of the loop's time that it took
     */
    record Candidate<C>(C connection, double share) {}

    private RebalanceSelection() {}

    /**
     * Who goes.
     *
     * @param difference of the two loops' utilisations
     */
    static <C> List<C> choose(double difference, List<Candidate<C>> candidates) {
        double left = difference / 2;
        List<Candidate<C>> sorted = new ArrayList<>(candidates);
        sorted.sort(Comparator.comparingDouble(Candidate<C>::share).reversed());
        List<C> chosen = new ArrayList<>();
        for (Candidate<C> candidate : sorted) {
            if (chosen.size() == MOST || candidate.share() < LEAST) {
                break;
            }
            if (candidate.share() <= left) {
                left -= candidate.share();
                chosen.add(candidate.connection());
            }
        }
        return chosen;
    }
}
