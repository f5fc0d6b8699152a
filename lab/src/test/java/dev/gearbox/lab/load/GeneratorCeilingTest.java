package dev.gearbox.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Slice;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Another program that runs briefly does not lower the generator's ceiling. */
final class GeneratorCeilingTest {
    private final AtomicInteger waits = new AtomicInteger();

    private static GeneratorCeiling.Try seen(double perSecond, double foreignCores) {
        return new GeneratorCeiling.Try(
                new GeneratorCeiling(perSecond, 20, 50), new Slice.Disturbance(foreignCores, 0, 0));
    }

    private double settled(GeneratorCeiling.Try... tries) throws Exception {
        return settled(Duration.ofMillis(1), tries);
    }

    private double settled(Duration patience, GeneratorCeiling.Try... tries) throws Exception {
        Queue<GeneratorCeiling.Try> queue = new ArrayDeque<>(List.of(tries));
        double settled = GeneratorCeiling.undisturbed(queue::remove, waits::incrementAndGet, patience)
                .perSecond();
        assertThat(queue).as("tries left").isEmpty();
        return settled;
    }

    @Test
    void what_nothing_disturbed_counts_at_once() throws Exception {
        assertThat(settled(seen(110_000, 0))).isEqualTo(110_000);
        assertThat(waits).hasValue(0);
    }

    @Test
    void what_others_disturbed_is_measured_again() throws Exception {
        assertThat(settled(seen(2_574, 0.9), seen(110_000, 0))).isEqualTo(110_000);
        assertThat(settled(seen(120_000, 0.9), seen(90_000, 0.5), seen(100_000, 0.01)))
                .isEqualTo(100_000);
        assertThat(waits).hasValue(3);
    }

    @Test
    void if_all_were_disturbed_the_highest_comes_nearest() throws Exception {
        assertThat(settled(seen(2_574, 0.9), seen(90_000, 0.5), seen(60_000, 0.2)))
                .isEqualTo(90_000);
    }

    @Test
    void without_time_to_wait_the_first_counts() throws Exception {
        assertThat(settled(Duration.ZERO, seen(2_574, 0.9))).isEqualTo(2_574);
        assertThat(waits).hasValue(0);
    }
}
