package dev.gearbox.engines.auto.policy;

/** How many shifts there may be in a second: what is not used up is kept for one second, no longer. One thread at a time. */
public final class ShiftRateLimiter {
    private final int perSecond;
    private double left;
    private long lastMillis;

    /** Full at first. */
    public ShiftRateLimiter(int perSecond) {
        this.perSecond = perSecond;
        left = perSecond;
    }

    /** Takes one, if there is one at this time, which never goes back. */
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
