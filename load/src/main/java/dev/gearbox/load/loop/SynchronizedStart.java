package dev.gearbox.load.loop;

import java.time.Duration;
import java.time.Instant;

/** The moment at which several generators begin, so that their windows coincide. A late start does not move the window. */
public record SynchronizedStart(Instant at) {
    /** Stop sleeping this long before the moment, because sleeping threads wake late. */
    private static final Duration SHORT = Duration.ofMillis(1);

    /** Waits for the moment; returns by how many nanoseconds it was missed. */
    long await() throws InterruptedException {
        Duration left = left();
        while (left.isPositive()) {
            if (left.compareTo(SHORT) > 0) {
                Thread.sleep(left.minus(SHORT));
            } else {
                Thread.onSpinWait();
            }
            left = left();
        }
        return -left.toNanos();
    }

    private Duration left() {
        return Duration.between(Instant.now(), at);
    }
}
