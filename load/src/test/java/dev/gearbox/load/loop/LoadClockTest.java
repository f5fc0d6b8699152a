package dev.gearbox.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.report.Gaps;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadClockTest {
    private static final long MICRO = 1_000;

    private final Gaps gaps = new Gaps(true);
    private long time = 5_000_000_000L;

    @ParameterizedTest
    @CsvSource({"PREFERRED, 200, false", "PREFERRED, 201, true", "OWN, 101, true", "SHARED, 101, true"})
    void aWriteWakesThePeersCoreOnlyWhereTheLoopSleeps(GeneratorCore core, long micros, boolean gap) {
        LoadClock clock = new LoadClock(() -> time, gaps, core.writeCost());
        clock.go();
        clock.wrote(1);
        time += micros * MICRO;
        clock.now();
        assertThat(gaps.isOpen()).isEqualTo(gap);
    }
}
