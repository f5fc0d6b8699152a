package dev.gearbox.load.chain;

/**
 * Limits how many users per second begin a turn, on average over a few of them (a token bucket). The system carries out a whole turn for one call, so without
 * a limit all users who are due would connect at once, and overflow the server's accept queue. The system would send their SYNs again a second later, all
 * together, so that the next pauses of these users would end together, too. A selector needs no limit, because each of its connects takes longer.
 *
 * <p>Users who wait for the limit begin late, which the report shows as lag.
 */
public final class TurnLimiter {
    /** The average time between two turns: 25,000 per second, which is more than one core of a server accepts and answers. */
    static final long INTERVAL_NANOS = 40_000;

    /** How many may begin at once after a time without any. */
    static final int BURST = 16;

    private long next;

    /**
     * Returns whether a user may begin a turn.
     *
     * @param now in nanoseconds
     */
    public boolean permits(long now) {
        long wait = next - now;
        // The clock is set back between two slices.
        return wait <= 0 || wait > INTERVAL_NANOS;
    }

    /** Counts a turn that begins, permitted or not. */
    public void begins(long now) {
        long earliest = now - (BURST - 1) * INTERVAL_NANOS;
        long from = next - now > 0 ? now : next;
        next = (from - earliest < 0 ? earliest : from) + INTERVAL_NANOS;
    }
}
