package dev.gearbox.core.concurrent;

import java.time.Duration;

/** Converts durations to nanoseconds that can be added to a time and compared: limited to the range from zero to a hundred years. */
public final class Nanos {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Nanos() {}

    public static long of(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return (duration.compareTo(LONGEST) > 0 ? LONGEST : duration).toNanos();
    }
}
