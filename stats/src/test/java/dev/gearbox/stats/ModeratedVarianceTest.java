package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ModeratedVarianceTest {
    private static final int RUNS = 400;

    private static Estimate comparison(double variance, int forks) {
        return new Estimate(0.1, Math.sqrt(variance / forks), forks);
    }

    @Test
    void alikeVariancesAreReplacedByTheCommonOne() {
        ModeratedVariance alike =
                ModeratedVariance.of(Collections.nCopies(10, comparison(4, 5))).orElseThrow();
        assertThat(alike.weight()).isInfinite();
        Estimate small = alike.of(comparison(1, 5));
        assertThat(small.degrees())
                .as("its own 4, and twice as many of the others")
                .isEqualTo(12);
        assertThat(small.standardError() * small.standardError() * 5)
                .isCloseTo((8 * alike.common() + 4) / 12, within(1e-9));
        assertThat(small.mean()).isEqualTo(0.1);
        assertThat(alike.of(comparison(100, 5)).standardError())
                .as("a larger one stays")
                .isCloseTo(Math.sqrt(100 / 5.0), within(1e-9));
    }

    /** Variances that are drawn from a known distribution: the common one is 2 and worth 6 degrees of freedom. */
    @Test
    void theCommonVarianceAndItsWeightAreThoseOfTheDistribution() {
        Random random = new Random(3);
        List<Estimate> drawn = IntStream.range(0, 20_000)
                .mapToObj(_ -> {
                    double truth = 2 * 6 / chiSquare(random, 6);
                    return comparison(truth * chiSquare(random, 4) / 4, 5);
                })
                .toList();
        ModeratedVariance variance = ModeratedVariance.of(drawn).orElseThrow();
        assertThat(variance.common()).isCloseTo(2, within(0.06));
        assertThat(variance.weight()).isCloseTo(6, within(0.6));
    }

    private static double chiSquare(Random random, int degrees) {
        return IntStream.range(0, degrees)
                .mapToDouble(_ -> random.nextGaussian())
                .map(value -> value * value)
                .sum();
    }

    @Test
    void nothingIsSharedWhereThereIsNothingToShare() {
        assertThat(ModeratedVariance.of(List.of(comparison(1, 5), comparison(2, 5))))
                .isEmpty();
        assertThat(ModeratedVariance.of(Collections.nCopies(5, comparison(0, 5))))
                .isEmpty();
        Estimate single = Estimate.of(0.3);
        assertThat(ModeratedVariance.of(Collections.nCopies(5, single))).isEmpty();
        ModeratedVariance some = ModeratedVariance.of(
                        Arrays.asList(comparison(1, 5), comparison(2, 5), comparison(3, 5), comparison(0, 5), single))
                .orElseThrow();
        assertThat(some.of(single)).isEqualTo(single);
        assertThat(some.of(comparison(0, 5)).standardError()).isPositive();
    }

    /**
     * What simulated tables show.
     *
     * @param wrong the share of tables of equal arms with a difference
     * @param found the share of the arms a fifth dearer that are shown to be
     */
    private record Simulated(double wrong, double found) {}

    /** Tables of sixteen arms against the first one. */
    private static Simulated simulated(int forks, boolean moderated, IntToDoubleFunction spread) {
        int arms = 16;
        Random random = new Random(1);
        int wrong = 0;
        double found = 0;
        for (int run = 0; run < RUNS; run++) {
            double[][] values = new double[arms][forks];
            for (int arm = 0; arm < arms; arm++) {
                double sd = spread.applyAsDouble(arm);
                Arrays.setAll(values[arm], _ -> sd * random.nextGaussian());
            }
            List<Estimate> all = new ArrayList<>();
            for (int one = 0; one < arms; one++) {
                for (int other = one + 1; other < arms; other++) {
                    double[] a = values[one];
                    double[] b = values[other];
                    double[] differences = IntStream.range(0, forks)
                            .mapToDouble(fork -> b[fork] - a[fork])
                            .toArray();
                    all.add(Estimate.of(differences));
                }
            }
            ModeratedVariance variance = ModeratedVariance.of(all).orElseThrow();
            List<Estimate> table = all.subList(0, arms - 1).stream()
                    .map(own -> moderated ? variance.of(own) : own)
                    .toList();
            wrong += shown(table, 0) > 0 ? 1 : 0;
            found += shown(table, 0.2);
        }
        return new Simulated(wrong / (double) RUNS, found / RUNS);
    }

    /** Returns the share of the comparisons that show a difference if each is this much larger. */
    private static double shown(List<Estimate> table, double more) {
        double[] p = Holm.adjust(table.stream()
                .mapToDouble(own -> new Estimate(own.mean() + more, own.standardError(), own.n(), own.degrees()).p())
                .toArray());
        return Arrays.stream(p).filter(value -> value < 0.05).count() / (double) p.length;
    }

    private static double fourfold(int arm) {
        return 0.02 * Math.pow(4, (arm * 7 % 16) / 15.0);
    }

    @Test
    void armsThatScatterAlikeFindWhatNoneWouldAlone() {
        for (int forks : new int[] {3, 5}) {
            Simulated alone = simulated(forks, false, _ -> 0.04);
            Simulated together = simulated(forks, true, _ -> 0.04);
            assertThat(together.wrong).isLessThan(0.05);
            assertThat(together.found).isGreaterThan(0.9);
            assertThat(alone.found).isLessThan(forks == 3 ? 0.3 : 1);
        }
    }

    /** 5 % are allowed; 8.3 % are three standard deviations more. */
    @Test
    void armsThatDoNotScatterAlikeAreNotToldApartMoreOften() {
        for (int forks : new int[] {3, 5}) {
            assertThat(simulated(forks, true, ModeratedVarianceTest::fourfold).wrong)
                    .as("four times as much as the least, %d forks", forks)
                    .isLessThan(0.05);
            assertThat(simulated(forks, true, arm -> arm == 3 ? 0.16 : 0.04).wrong)
                    .as("one arm scatters")
                    .isLessThan(0.05);
            assertThat(simulated(forks, true, arm -> arm % 2 == 0 ? 0.12 : 0.04).wrong)
                    .as("half of the arms do")
                    .isLessThan(0.083);
            assertThat(simulated(forks, true, arm -> arm == 0 ? 0.12 : 0.04).wrong)
                    .as("the baseline of all does")
                    .isLessThan(0.083);
        }
    }
}
