package dev.gearbox.core.concurrent;

import java.time.Duration;

/** Durations as nanoseconds that can be added to a time and compared: from none to a hundred years, whatever was given. */
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
