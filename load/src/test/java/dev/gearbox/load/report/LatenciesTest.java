package dev.gearbox.load.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {
    /** Merging slices must lose nothing beyond the three digits: against the raw values of all of them. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void addedHistogramsHaveTheQuantilesOfTheUnion(long seed) {
        var random = new SplittableRandom(seed);
        int slices = 12;
        int each = 5_000;
        long[] all = new long[slices * each];
        Histogram merged = Latencies.recorder();
        for (int slice = 0; slice < slices; slice++) {
            Histogram part = Latencies.recorder();
            // Each slice has its own level and tail.
            double level = 20_000 * (1 + slice);
            for (int i = 0; i < each; i++) {
                long nanos = (long) (level * Math.exp(2 * random.nextGaussian()));
                all[slice * each + i] = nanos;
                part.recordValue(nanos);
            }
            merged.add(Latencies.decode(Latencies.of(part).encoded()).histogram());
        }
        Arrays.sort(all);
        Latencies latencies = Latencies.of(merged);
        assertThat(latencies.count()).isEqualTo(all.length);
        for (double share : new double[] {0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999, 1}) {
            long exact = all[(int) Math.max(0, Math.ceil(share * all.length) - 1)];
            assertThat((double) latencies.quantile(share) / exact)
                    .as("quantile %s of seed %d", share, seed)
                    .isCloseTo(1, within(0.001));
        }
    }
}
