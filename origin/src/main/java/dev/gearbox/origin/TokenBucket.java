package dev.gearbox.origin;

import java.util.concurrent.atomic.AtomicLong;

/**
 * One link that all connections share: a token bucket. Whoever wants to send takes its turn for one piece, and is told when that piece's time on
 * the link comes. A connection has one piece outstanding at most, and pieces are served in the order in which they were asked for: so connections
 * that send at the same time get the same share of it.
 *
 * <p>A sender whose timer is late asks for its next turn late. For that there is some depth: time that was not used is kept for as long as {@link
 * #DEPTH_NANOS}, and so lateness below that costs no throughput.
 */
final class TokenBucket {
    /** The most that is sent in one turn, in bytes. */
    static final int PIECE = 16 << 10;

    private static final long DEPTH_NANOS = 5_000_000;

    private final double nanosPerByte;
    private final AtomicLong free;

    /**
     * A link.
     *
     * @param bytesPerSecond what it carries
     * @param now in nanoseconds, on the clock of {@link #turn}
     */
    TokenBucket(double bytesPerSecond, long now) {
        nanosPerByte = 1e9 / bytesPerSecond;
        free = new AtomicLong(now);
    }

    /**
     * A turn for so many bytes. From any thread.
     *
     * @return nanoseconds from {@code now} until they may be sent; 0 or less for at once
     */
    long turn(int bytes, long now) {
        long time = (long) (bytes * nanosPerByte);
        long end = free.accumulateAndGet(time, (was, more) -> Math.max(was, now - DEPTH_NANOS) + more);
        return end - time - now;
    }
}
