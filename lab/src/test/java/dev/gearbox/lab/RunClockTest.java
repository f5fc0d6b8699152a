package dev.gearbox.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunClockTest {
    private final AtomicLong now = new AtomicLong();
    private final Cell cell = TestData.workload()
            .cells(Length.FULL, Map.of())
            .getFirst()
            .during(Duration.ofSeconds(2), Duration.ofSeconds(5));
    private final RunClock clock = new RunClock(List.of(cell), 3, now::get);

    @Test
    void learnsTheOverheadOfATrial() {
        clock.begin();
        assertThat(moment().trials()).isEqualTo(3);
        assertThat(moment().trial()).isEqualTo(1);
        assertThat(moment().fraction()).isZero();
        assertThat(moment().left()).isEqualTo(Duration.ofSeconds(3 * (7 + 3)));

        pass(4);
        assertThat(moment().left()).isEqualTo(Duration.ofSeconds(26));
        assertThat(moment().fraction()).isCloseTo(4 / 30.0, within(1e-9));

        pass(4);
        clock.end();
        clock.begin();
        assertThat(moment().trial()).isEqualTo(2);
        assertThat(moment().left()).isEqualTo(Duration.ofSeconds(2 * 8)); // one second each beyond the window
        assertThat(moment().fraction()).isCloseTo(8 / 24.0, within(1e-9));
    }

    @Test
    void aTrialThatTakesLongerThanPlannedNeverGoesBackwards() {
        clock.begin();
        pass(1_000);
        assertThat(moment().left()).isEqualTo(Duration.ofSeconds(20));
        assertThat(moment().fraction()).isLessThan(1);
    }

    @Test
    void aTrialThatFailsAtOnceTeachesNothing() {
        clock.begin();
        clock.end();
        clock.begin();
        assertThat(moment().left()).isEqualTo(Duration.ofSeconds(20));
    }

    private Progress.Moment moment() {
        return clock.moment(cell, "a", Progress.Phase.WARMING);
    }

    private void pass(int seconds) {
        now.addAndGet(seconds * 1_000_000_000L);
    }
}
