package dev.gearbox.protocols.time;

import java.time.Duration;

/**
 * How long nothing may happen on a connection before {@link Timeouts} closes it. {@link Duration#ZERO} is no limit; one of more than a hundred years
 * counts as a hundred years.
 *
 * @param idle the time without a byte in either direction, after which the connection is closed with an {@link IdleTimeoutException}
 * @param read the time without a byte from the peer, after which it is closed with a {@link ReadTimeoutException}. The time begins again whenever the
 *     connection is found not to be {@linkplain dev.gearbox.core.Connection#isReading() reading}: that is not the peer's doing
 * @param write the time in which bytes wait to be sent and the system accepts none of them, because the peer does not read, after which it is closed
 *     with a {@link WriteTimeoutException}. A peer that reads slowly is not affected
 */
public record TimeoutOptions(Duration idle, Duration read, Duration write) {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** No limits. */
    public static final TimeoutOptions NONE = new TimeoutOptions(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    public TimeoutOptions {
        idle = checked("idle", idle);
        read = checked("read", read);
        write = checked("write", write);
    }

    private static Duration checked(String name, Duration given) {
        if (given.isNegative()) {
            throw new IllegalArgumentException(name + " is " + given + " and must be positive, or zero for no limit");
        }
        return given.compareTo(LONGEST) > 0 ? LONGEST : given;
    }

    /** Returns these options with another limit for both directions together. */
    public TimeoutOptions withIdle(Duration limit) {
        return new TimeoutOptions(limit, read, write);
    }

    /** Returns these options with another limit for received bytes. */
    public TimeoutOptions withRead(Duration limit) {
        return new TimeoutOptions(idle, limit, write);
    }

    /** Returns these options with another limit for sent bytes. */
    public TimeoutOptions withWrite(Duration limit) {
        return new TimeoutOptions(idle, read, limit);
    }
}
