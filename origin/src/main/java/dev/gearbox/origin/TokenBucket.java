package dev.gearbox.origin;

import java.util.concurrent.atomic.AtomicLong;

/**
 * One link that all connections share: a token bucket. A sender takes a turn for one piece, which tells it when that piece may be sent. A connection
 * has at most one piece outstanding, and pieces are served in the order of the requests: so connections that send at the same time get the same
 * share.
 *
 * <p>A sender whose timer is late requests its next turn late. To compensate, unused time is kept for as long as {@link #DEPTH_NANOS}, so lateness
 * below that costs no throughput.
 */
final class TokenBucket {
    /** The most that is sent in one turn, in bytes. */
    static final int PIECE = 16 << 10;

    private static final long DEPTH_NANOS = 5_000_000;

    private final double nanosPerByte;
    private final AtomicLong free;

    /**
     * Creates a link.
     *
     * @param bytesPerSecond its capacity
     * @param now in nanoseconds, on the clock of {@link #turn}
     */
    TokenBucket(double bytesPerSecond, long now) {
        nanosPerByte = 1e9 / bytesPerSecond;
        free = new AtomicLong(now);
    }

    /**
     * Takes a turn for so many bytes. From any thread.
     *
     * @return nanoseconds from {@code now} until they may be sent; 0 or less for at once
     */
    long turn(int bytes, long now) {
        long time = (long) (bytes * nanosPerByte);
        long end = free.accumulateAndGet(time, (was, more) -> Math.max(was, now - DEPTH_NANOS) + more);
        return end - time - now;
    }
}
