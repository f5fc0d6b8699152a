package dev.gearbox.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SeededSampleTest {
    private static final List<String> ALL = List.of("a", "b", "c", "d", "e", "f", "g");

    @Test
    void a_seed_draws_the_same_part_in_the_same_order_each_time() {
        List<String> part = SeededSample.draw(ALL, 3, 42);
        assertThat(part).hasSize(3).isSorted().isEqualTo(SeededSample.draw(ALL, 3, 42));
        assertThat(SeededSample.draw(ALL, 100, 42)).isEqualTo(ALL);
    }

    @Test
    void no_place_is_left_out_by_all_seeds() {
        Set<String> drawn = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            drawn.addAll(SeededSample.draw(ALL, 3, seed));
        }
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void neighbours_share_all_and_each_has_its_part() {
        for (long seed = 0; seed < 100; seed++) {
            for (int first = 0; first < 4; first++) {
                List<String> one = SeededSample.share(ALL, first, 3, seed);
                List<String> two = SeededSample.share(ALL, first + 1, 3, seed);
                List<String> three = SeededSample.share(ALL, first + 2, 3, seed);
                assertThat(List.of(one, two, three))
                        .allSatisfy(
                                part -> assertThat(part).hasSizeBetween(2, 3).isSorted());
                assertThat(Stream.of(one, two, three).flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(ALL);
            }
        }
        assertThat(SeededSample.share(List.of("a", "b"), 5, 3, 42)).containsExactly("a", "b");
    }
}
