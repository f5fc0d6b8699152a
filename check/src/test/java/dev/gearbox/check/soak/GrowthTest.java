package dev.gearbox.check.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.soak.Growth.GrowthVerdict;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GrowthTest {
    @Test
    void aFewThreadsMoreWhileTheJvmStartsAreNoGrowth() {
        assertThat(threads(3.5, false).verdict()).isEqualTo(GrowthVerdict.TOO_SHORT_TO_TELL);
        assertThat(threads(3.5, true).verdict()).isEqualTo(GrowthVerdict.GROWS);
    }

    @Test
    void aThreadForEachConnectionIsGrowthHoweverShortTheWarmUp() {
        assertThat(threads(200, false).verdict()).isEqualTo(GrowthVerdict.GROWS);
    }

    @Test
    void whatStaysBelowTheMarkIsFlat() {
        assertThat(threads(0.5, false).verdict()).isEqualTo(GrowthVerdict.FLAT);
    }

    /** A linear growth by this much from the first to the last reading. */
    private static Growth threads(double more, boolean settled) {
        List<Growth.Reading> readings = IntStream.range(0, 24)
                .mapToObj(index -> new Growth.Reading(index / 24.0, Map.of(Resource.THREADS, 60 + more * index / 23)))
                .toList();
        return Growth.of(Resource.THREADS, readings, settled).orElseThrow();
    }
}
