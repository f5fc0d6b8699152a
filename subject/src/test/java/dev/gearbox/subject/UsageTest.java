package dev.gearbox.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class UsageTest {
    /** What /proc cannot show: the switches of threads that have ended. */
    @Test
    void countsTheSwitchesOfThreadsThatHaveEnded() throws InterruptedException {
        int threads = 200;
        Usage before = Usage.self().orElseThrow();
        for (int i = 0; i < threads; i++) {
            Thread thread = Thread.ofPlatform().start(() -> LockSupport.parkNanos(1_000_000));
            thread.join();
        }
        Usage after = Usage.self().orElseThrow();
        assertThat(after.voluntarySwitches() - before.voluntarySwitches()).isGreaterThanOrEqualTo(threads);
        assertThat(after.cpuMicros()).isGreaterThan(before.cpuMicros());
        assertThat(after.nanos()).isGreaterThan(before.nanos());
    }
}
