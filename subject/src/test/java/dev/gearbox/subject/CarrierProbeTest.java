package dev.gearbox.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A held carrier is detected, although it raises no event. */
@Timeout(600)
final class CarrierProbeTest {
    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static long number(CarrierProbe probe, String key) {
        return ((Number) probe.stats().getOrDefault(key, -1)).longValue();
    }

    @Test
    void threads_that_hold_all_carriers_delay_the_heartbeat_and_make_others_wait() throws InterruptedException {
        int carriers = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class)
                .getParallelism();
        try (CarrierProbe probe = CarrierProbe.start()) {
            await(() -> number(probe, "beats") > 3);
            AtomicBoolean hold = new AtomicBoolean(true);
            CountDownLatch ended = new CountDownLatch(carriers);
            for (int i = 0; i < carriers; i++) {
                Thread.ofVirtual().start(() -> {
                    // Holds its carrier without blocking, so no event is raised.
                    while (hold.get()) {
                        Thread.onSpinWait();
                    }
                    ended.countDown();
                });
            }
            await(() -> number(probe, "mostWaiting") >= 1);
            long before = number(probe, "beats");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            hold.set(false);
            ended.await();
            await(() -> number(probe, "beats") > before);
            assertThat(number(probe, "mostLateMicros")).isPositive();
            assertThat(number(probe, "mostCarriers")).isPositive();
        }
    }
}
