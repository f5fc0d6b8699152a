package dev.gearbox.protocols.time;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.time.Duration;

/**
 * Closes connections on which nothing happens for too long: {@code Timeouts.idle(Duration.ofSeconds(30), protocol)}. The session learns the reason in
 * {@link Session#closed}: an {@link IdleTimeoutException}, a {@link ReadTimeoutException} or a {@link WriteTimeoutException}.
 *
 * <p>A connection has one timer, which looks four times in each period whether the engine's count of bytes has changed. It costs a read or a write
 * nothing: the session is called by the engine directly, as without time-outs. In return the time is not exact: a connection is closed when nothing
 * has happened for the limit, and at most a quarter more, never earlier. Limits of less than four milliseconds are checked once a millisecond.
 *
 * <p>The timer moves with the connection to another engine. It wakes a connection that an engine has parked.
 */
public final class Timeouts implements Protocol {
    private final TimeoutOptions options;
    private final Protocol protocol;

    private Timeouts(TimeoutOptions options, Protocol protocol) {
        this.options = options;
        this.protocol = protocol;
    }

    /** Closes connections of {@code protocol} on which no byte moves in either direction for {@code limit}. */
    public static Timeouts idle(Duration limit, Protocol protocol) {
        return of(TimeoutOptions.NONE.withIdle(positive(limit)), protocol);
    }

    /** Closes connections of {@code protocol} whose peer sends nothing for {@code limit}, as {@link TimeoutOptions#read()} describes. */
    public static Timeouts read(Duration limit, Protocol protocol) {
        return of(TimeoutOptions.NONE.withRead(positive(limit)), protocol);
    }

    /** Closes connections of {@code protocol} whose peer takes nothing for {@code limit}, as {@link TimeoutOptions#write()} describes. */
    public static Timeouts write(Duration limit, Protocol protocol) {
        return of(TimeoutOptions.NONE.withWrite(positive(limit)), protocol);
    }

    /** Closes connections of {@code protocol} on which one of several limits is exceeded; they share one timer. */
    public static Timeouts of(TimeoutOptions options, Protocol protocol) {
        return new Timeouts(options, protocol);
    }

    private static Duration positive(Duration limit) {
        if (!limit.isPositive()) {
            throw new IllegalArgumentException("the limit is " + limit + " and must be positive");
        }
        return limit;
    }

    @Override
    public Session open(Connection connection) {
        Session session = protocol.open(connection);
        if (!options.equals(TimeoutOptions.NONE)) {
            new InactivityTimer(connection, options).start();
        }
        return session;
    }
}
