package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TieGroupsTest {
    @Test
    void nobodyDiffers() {
        assertThat(letters(3, Set.of())).containsExactly("a", "a", "a");
    }

    @Test
    void everybodyDiffers() {
        assertThat(letters(3, Set.of("0-1", "0-2", "1-2"))).containsExactly("a", "b", "c");
    }

    @Test
    void differenceIsNotTransitive() {
        assertThat(letters(3, Set.of("0-2"))).containsExactly("a", "ab", "b");
        assertThat(letters(4, Set.of("0-2", "0-3", "1-3"))).containsExactly("a", "ab", "bc", "c");
    }

    /** With unequal errors the ends may tie while the middle differs from one of them. */
    @Test
    void theMiddleAloneDiffers() {
        assertThat(letters(3, Set.of("0-1"))).containsExactly("a", "b", "ab");
        assertThat(TieGroups.of(3, (a, b) -> a == 0 && b == 1)).containsExactly(sorted(0, 2), sorted(1, 2));
    }

    /** The instance of Gramm and others, Algorithms for compact letter displays (2007), figure 2, with the numbers from 0. */
    @Test
    void thePublishedInstance() {
        assertThat(TieGroups.of(5, differ(Set.of("0-4", "1-2", "1-4", "2-4"))))
                .containsExactly(sorted(0, 1, 3), sorted(0, 2, 3), sorted(3, 4));
    }

    /** Eight arms whose groups overlap widely: every largest set without a difference, worked out by hand. */
    @Test
    void manyOverlappingGroups() {
        assertThat(TieGroups.of(8, differ(Set.of("0-6", "0-7", "1-3", "1-4", "2-4"))))
                .containsExactly(
                        sorted(0, 1, 2, 5),
                        sorted(0, 2, 3, 5),
                        sorted(0, 3, 4, 5),
                        sorted(1, 2, 5, 6, 7),
                        sorted(2, 3, 5, 6, 7),
                        sorted(3, 4, 5, 6, 7));
    }

    /** The meaning of the letters: two arms share one if and only if they were not shown to differ; and no letter is superfluous. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void sharedIfAndOnlyIfNotDifferent(long seed) {
        var random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
        int arms = 9;
        boolean[][] differ = new boolean[arms][arms];
        for (int a = 0; a < arms; a++) {
            for (int b = a + 1; b < arms; b++) {
                differ[a][b] = random.nextInt(3) == 0;
            }
        }
        List<SortedSet<Integer>> groups = TieGroups.of(arms, (a, b) -> differ[a][b]);
        for (int a = 0; a < arms; a++) {
            for (int b = a + 1; b < arms; b++) {
                Set<Integer> pair = Set.of(a, b);
                assertThat(groups.stream().anyMatch(group -> group.containsAll(pair)))
                        .as("%s and %s", a, b)
                        .isEqualTo(!differ[a][b]);
            }
        }
        for (SortedSet<Integer> group : groups) {
            assertThat(groups.stream().filter(other -> other.containsAll(group)))
                    .hasSize(1);
        }
        assertThat(groups.stream().flatMap(Set::stream).distinct()).hasSize(arms);
    }

    private static List<String> letters(int arms, Set<String> differ) {
        return TieGroups.letters(arms, TieGroups.of(arms, differ(differ)));
    }

    private static BiPredicate<Integer, Integer> differ(Set<String> pairs) {
        return (a, b) -> pairs.contains(a + "-" + b);
    }

    private static SortedSet<Integer> sorted(Integer... arms) {
        return new TreeSet<>(List.of(arms));
    }
}
