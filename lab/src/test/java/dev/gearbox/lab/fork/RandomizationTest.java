package dev.gearbox.lab.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomizationTest {
    private static final List<String> ARMS = List.of("a", "b", "c");

    @Test
    void theSameSeedDrawsTheSameAndAnotherDoesNot() {
        assertThat(new Randomization(1).arrivals(2, 3)).isEqualTo(new Randomization(1).arrivals(2, 3));
        assertThat(new Randomization(1).order(ARMS, 2, 3)).isEqualTo(new Randomization(1).order(ARMS, 2, 3));
        assertThat(new Randomization(1).arrivals(2, 3)).isNotEqualTo(new Randomization(2).arrivals(2, 3));
    }

    @Test
    void noTwoBlocksHaveTheSameArrivals() {
        Set<Long> seeds = new HashSet<>();
        for (int fork = 1; fork <= 20; fork++) {
            for (int block = -30; block <= 40; block++) {
                assertThat(new Randomization(42).arrivals(fork, block)).isNotNegative();
                seeds.add(new Randomization(42).arrivals(fork, block));
            }
        }
        assertThat(seeds).hasSize(20 * 71);
    }

    /** The second arm finds the machine as the first left it, so every order must be equally likely. */
    @Test
    void everyOrderIsAsLikelyAsTheOthers() {
        Map<List<String>, Integer> seen = new HashMap<>();
        for (int fork = 1; fork <= 60; fork++) {
            for (int block = 1; block <= 40; block++) {
                seen.merge(new Randomization(42).order(ARMS, fork, block), 1, Integer::sum);
            }
        }
        assertThat(seen).hasSize(6);
        // 2,400 draws of six: 400 each, standard deviation 18
        assertThat(seen.values()).allMatch(count -> count > 325 && count < 475);
    }
}
