package dev.gearbox.lab.fork;

import java.time.Duration;

/**
 * The time that a fork may take beyond what was announced for it. It is spent on waiting for a quiet machine and on blocks in place of disturbed ones,
 * so that a run on a disturbed machine still ends at a known time. For use by one thread.
 */
public final class SpareTime {
    private Duration left;

    /** @param whole not positive: there is none */
    public SpareTime(Duration whole) {
        left = whole;
    }

    /** Returns what is left, in whole or in part; not negative. */
    public Duration left() {
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Returns whether something is left, and at least this long. */
    boolean covers(Duration time) {
        return left.isPositive() && left.compareTo(time) >= 0;
    }

    void spend(Duration time) {
        left = left.minus(time);
    }
}
