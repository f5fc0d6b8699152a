package dev.gearbox.load.loop;

import java.time.Duration;
import java.time.Instant;

/** The moment at which several generators begin, so that their windows are one. Whoever comes late leaves the window where it is. */
public record SynchronizedStart(Instant at) {
    /** So long before it sleeping ends: a sleeper is woken late. */
    private static final Duration SHORT = Duration.ofMillis(1);

    /** Waits for it; returns by how much it was missed, in nanoseconds. */
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
