package dev.gearbox.engines.auto.policy;

/** Limits the shifts per second, as a token bucket that holds one second's worth. For one thread. */
public final class ShiftRateLimiter {
    private final int perSecond;
    private double left;
    private long lastMillis;

    /** Full at first. */
    public ShiftRateLimiter(int perSecond) {
        this.perSecond = perSecond;
        left = perSecond;
    }

    /** Takes a token if there is one at this time, which must not go back. */
    public boolean take(long atMillis) {
        left = Math.min(perSecond, left + (atMillis - lastMillis) * perSecond / 1e3);
        lastMillis = atMillis;
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
