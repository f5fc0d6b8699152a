package dev.gearbox.check.soak;

import java.time.Duration;
import java.util.List;

/**
 * The parameters of a soak.
 *
 * @param specs engines that serve, one of each
 * @param connections concurrent clients
 * @param length the duration, but at least ten rounds; the first fifth is warm-up, in which only failures count
 * @param seed the seed of all bytes, sizes and kinds of ends; the scheduling of threads does not follow from it
 */
public record SoakPlan(List<String> specs, int connections, Duration length, long seed) {
    /** The minimum, even on a machine that is too slow for them. */
    static final int FEWEST_ROUNDS = 10;

    private static final int ROUNDS = 120;
    /** One part in so many. */
    private static final int WARM_UP = 5;

    private static final Duration SHORTEST_ROUND = Duration.ofMillis(250);
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(1);

    public SoakPlan {
        specs = List.copyOf(specs);
        if (specs.isEmpty() || connections < 1 || !length.isPositive()) {
            throw new IllegalArgumentException(
                    "a soak needs at least one engine, one connection and a positive duration");
        }
    }

    /** Returns how many of the rounds belong to the warm-up. */
    int warmUp(int rounds) {
        return rounds / WARM_UP;
    }

    /** Returns the duration of the warm-up, whose readings say nothing about growth: classes are loaded, code is compiled, pools fill. */
    Duration warmUp() {
        return length.dividedBy(WARM_UP);
    }

    /** Returns how long connections come and go before everything is quiet and the process is inspected. */
    Duration round() {
        Duration share = length.dividedBy(ROUNDS);
        return share.compareTo(SHORTEST_ROUND) < 0
                ? SHORTEST_ROUND
                : share.compareTo(LONGEST_ROUND) > 0 ? LONGEST_ROUND : share;
    }
}
