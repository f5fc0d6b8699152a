package dev.gearbox.check.soak;

import java.time.Duration;
import java.util.List;

/**
 * What is to be endured.
 *
 * @param specs engines that serve, one of each
 * @param connections clients that are there at the same time
 * @param length how long, and at least ten rounds; the first fifth is warm-up and counts for nothing but failures
 * @param seed of all bytes, sizes and ways to end; the order in which threads come is not in it
 */
public record SoakPlan(List<String> specs, int connections, Duration length, long seed) {
    /** Of a soak whose machine has no time for it. */
    static final int FEWEST_ROUNDS = 10;

    private static final int ROUNDS = 120;
    /** One of so many parts. */
    private static final int WARM_UP = 5;

    private static final Duration SHORTEST_ROUND = Duration.ofMillis(250);
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(1);

    public SoakPlan {
        specs = List.copyOf(specs);
        if (specs.isEmpty() || connections < 1 || !length.isPositive()) {
            throw new IllegalArgumentException("a soak takes an engine, a connection and some time");
        }
    }

    /** How many of so many rounds belong to the warm-up. */
    int warmUp(int rounds) {
        return rounds / WARM_UP;
    }

    /** What is read before that says nothing about growth: classes are loaded, code is compiled, pools fill. */
    Duration warmUp() {
        return length.dividedBy(WARM_UP);
    }

    /** How long connections come and go before all is quiet and the process is looked at. */
    Duration round() {
        Duration share = length.dividedBy(ROUNDS);
        return share.compareTo(SHORTEST_ROUND) < 0
                ? SHORTEST_ROUND
                : share.compareTo(LONGEST_ROUND) > 0 ? LONGEST_ROUND : share;
    }
}
