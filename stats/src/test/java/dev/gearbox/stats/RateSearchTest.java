package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.stats.RateSearch.Bounds;
import dev.gearbox.stats.RateSearch.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
    private static final double CAPACITY = 8_000;
    private static final int SEEDS = 1_000;

    static Stream<Goal> goals() {
        return Stream.of(Goal.QUICK, Goal.FULL);
    }

    /**
     * Capacity 8,000/s, a logistic transition of 2 % width, and one slice of twenty fails at random. Writes {@code target/rate-search.md}, which the
     * README shows.
     */
    @Test
    void findsTheCapacityOfANoisyServer() throws IOException {
        var table = new StringBuilder("""
                | goal: trial, sum, width | median time | 95 of 100 done by | lower bound to capacity, 5th and 95th percentile | capacity inside the bounds ± width |
                |---|---|---|---|---|
                """);
        for (Goal goal : List.of(Goal.QUICK, Goal.FULL)) {
            int inside = 0;
            double[] seconds = new double[SEEDS];
            double[] shares = new double[SEEDS];
            for (int seed = 0; seed < SEEDS; seed++) {
                Bounds bounds = searchNoisyServer(goal, seed);
                double low = bounds.lower().orElseThrow();
                double high = bounds.upper().orElse(Double.POSITIVE_INFINITY);
                assertThat((high - low) / high).isLessThanOrEqualTo(goal.width() * (1 + 1e-6));
                if (low * (1 - goal.width()) <= CAPACITY && CAPACITY <= high * (1 + goal.width())) {
                    inside++;
                }
                seconds[seed] = bounds.trials() * goal.trialSeconds();
                shares[seed] = low / CAPACITY;
            }
            assertThat(inside).as("%s, of %s seeds", goal, SEEDS).isGreaterThanOrEqualTo(SEEDS * 95 / 100);
            Arrays.sort(seconds);
            Arrays.sort(shares);
            table.append(String.format(
                    Locale.ROOT,
                    "| %.0f s, %.0f s, %.0f %% | %.0f s | %.0f s | %.3f, %.3f | %.1f %% |\n",
                    goal.trialSeconds(),
                    goal.durationSum(),
                    goal.width() * 100,
                    seconds[SEEDS / 2],
                    seconds[SEEDS * 95 / 100],
                    shares[SEEDS / 20],
                    shares[SEEDS * 95 / 100],
                    100.0 * inside / SEEDS));
        }
        Files.writeString(Path.of("target", "rate-search.md"), table);
        assertThat(Files.readString(Path.of("README.md"))).contains(table);
    }

    private static Bounds searchNoisyServer(Goal goal, long seed) {
        var random = SyntheticTrials.random(seed);
        return search(goal, 1_760, 9_680, rate -> {
            double overloaded = 1 / (1 + Math.exp(-(rate / CAPACITY - 1) / 0.02));
            return random.nextDouble() < 0.05 || random.nextDouble() < overloaded;
        });
    }

    @ParameterizedTest
    @MethodSource("goals")
    void aSteadyServerIsBracketed(Goal goal) {
        for (double capacity = 110; capacity < 990; capacity += 7) {
            double edge = capacity;
            Bounds bounds = search(goal, 100, 1_000, rate -> rate > edge);
            assertThat(bounds.lower().orElseThrow()).isLessThanOrEqualTo(capacity);
            assertThat(bounds.upper().orElseThrow()).isGreaterThan(capacity);
            assertThat(1 - bounds.lower().orElseThrow() / bounds.upper().orElseThrow())
                    .isLessThanOrEqualTo(goal.width() * (1 + 1e-6));
        }
    }

    @ParameterizedTest
    @MethodSource("goals")
    void evenTheLowestRateIsTooMuch(Goal goal) {
        Bounds bounds = search(goal, 100, 1_000, _ -> true);
        assertThat(bounds.lower()).isEmpty();
        assertThat(bounds.upper()).hasValue(100);
    }

    @ParameterizedTest
    @MethodSource("goals")
    void evenTheHighestRateIsSustained(Goal goal) {
        Bounds bounds = search(goal, 100, 1_000, _ -> false);
        assertThat(bounds.lower()).hasValue(1_000);
        assertThat(bounds.upper()).isEmpty();
    }

    /** The caller reaches no more than 500: nothing above is tried again, and the result is still correct. */
    @ParameterizedTest
    @ValueSource(doubles = {60, 230, 440, 470, 700, 5_000})
    void aLimitOfWhoeverAsksEndsTheSearchBelowIt(double capacity) {
        RateSearch search = new RateSearch(Goal.QUICK, 50, 10_000);
        double limit = Double.POSITIVE_INFINITY;
        while (search.next().isPresent()) {
            double rate = search.next().getAsDouble();
            assertThat(rate).isLessThan(limit);
            if (rate >= 500) {
                limit = rate;
                search.limit(rate);
            } else {
                search.add(rate, rate > capacity);
            }
        }
        Bounds bounds = search.bounds();
        double lower = bounds.lower().orElseThrow();
        assertThat(lower).isLessThanOrEqualTo(capacity);
        if (bounds.upper().isPresent()) {
            assertThat(bounds.upper().getAsDouble()).isBetween(capacity, lower / 0.95 * (1 + 1e-6));
        } else {
            assertThat(lower).as("not far below what could be asked").isGreaterThan(500 * 0.6);
        }
    }

    @Test
    void aLimitBelowTheLowestRateLeavesNothingToAsk() {
        RateSearch search = new RateSearch(Goal.QUICK, 100, 1_000);
        search.limit(100);
        assertThat(search.next()).isEmpty();
        assertThat(search.bounds().lower()).isEmpty();
        assertThat(search.bounds().upper()).isEmpty();
    }

    /** One bad second far below the capacity must not end the search there: a plain bisection would stay below it. */
    @Test
    void oneUnluckyTrialIsRepaired() {
        boolean[] unlucky = {true};
        Bounds bounds = search(Goal.QUICK, 100, 1_000, rate -> {
            boolean bad = rate > 800 || unlucky[0];
            unlucky[0] = false;
            return bad;
        });
        assertThat(bounds.lower().orElseThrow()).isEqualTo(800, within(800 * 0.05));
        assertThat(bounds.upper().orElseThrow()).isBetween(800.0, 845.0);
    }

    /** Whatever the outcomes, it ends, and tries only allowed rates. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void endsWithAnyOutcomes(long seed) {
        var random = SyntheticTrials.random(seed);
        Bounds bounds = search(Goal.FULL, 100, 101 + 50.0 * seed * seed, _ -> random.nextBoolean());
        assertThat(bounds.lower().isPresent() || bounds.upper().isPresent()).isTrue();
    }

    @Test
    void asksAgainUntilItIsTold() {
        var search = new RateSearch(Goal.QUICK, 100, 1_000);
        double rate = search.next().orElseThrow();
        assertThat(search.next()).hasValue(rate);
        assertThatThrownBy(() -> search.add(rate + 1, true)).hasMessageContaining("but " + rate + " was expected");
        assertThat(search.bounds().trials()).isZero();
        while (search.next().isPresent()) {
            search.add(search.next().orElseThrow(), true);
        }
        assertThatThrownBy(() -> search.add(100, true)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatIsNoGoalIsRefused() {
        assertThatThrownBy(() -> new Goal(2, 1, 0.02, 0.5)).hasMessageContaining("sum not below one trial");
        assertThatThrownBy(() -> new RateSearch(Goal.QUICK, 10, 10)).hasMessageContaining("from 10.0 to 10.0");
    }

    private static Bounds search(Goal goal, double min, double max, DoublePredicate bad) {
        var search = new RateSearch(goal, min, max);
        for (int trial = 0; search.next().isPresent(); trial++) {
            assertThat(trial).as("trials").isLessThan(2_000);
            double rate = search.next().orElseThrow();
            assertThat(rate).isBetween(min, max);
            search.add(rate, bad.test(rate));
        }
        return search.bounds();
    }
}
