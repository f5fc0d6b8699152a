package dev.gearbox.core;

import java.time.Duration;
import java.util.Optional;

/**
 * Options of connections. Sizes are in bytes; {@link #DEFAULT} suits most uses.
 *
 * @param highWater with more unsent bytes than this, {@link Connection#write} returns false and the engine stops reading from that connection
 * @param lowWater when the unsent bytes fall to this number or below, {@link Session#writable()} is called and reading resumes
 * @param backlogCap a session that keeps writing above the high-water mark until it would have more unsent bytes than this is closed with {@link
 *     BacklogOverflowException}
 * @param unreadCap a session that leaves more bytes than this unread is closed with {@link UnreadOverflowException}; this is also the largest message that a
 *     session can wait for as a whole
 * @param linger how long {@link Connection#close()} keeps sending queued bytes; reduced to 24 days if longer
 * @param connectTimeout how long {@link Engine#connect} tries; reduced to 24 days if longer
 * @param acceptBacklog how many connections the system queues before they are accepted (the system may cap this)
 * @param noDelay sends small packets at once (TCP_NODELAY)
 * @param sendBuffer the socket's send buffer (SO_SNDBUF), 0 for the system's default
 * @param receiveBuffer the socket's receive buffer (SO_RCVBUF), 0 for the system's default; it bounds the receive window
 * @param readsAboveHighWater whether the engine goes on reading above the high-water mark; only for protocols whose sessions do not answer what they read, such as
 *     a client that may receive its answer before it has sent its whole request: others would collect answers without bound. Engines whose threads block in
 *     writes do not read meanwhile
 * @param keepAlive whether and when the system probes idle connections; empty: it does not
 * @param reusePort whether other sockets, of this process or of others of the same user, may listen on the same port (SO_REUSEPORT): the system distributes
 *     the connections among them
 * @param userTimeout how long sent bytes may stay unacknowledged before the connection fails (TCP_USER_TIMEOUT), zero for the system's default; whole
 *     milliseconds, at most 24 days. Only the engines of {@code gearbox-engines-linux} can set it
 */
public record Options(
        int highWater,
        int lowWater,
        int backlogCap,
        int unreadCap,
        Duration linger,
        Duration connectTimeout,
        int acceptBacklog,
        boolean noDelay,
        int sendBuffer,
        int receiveBuffer,
        boolean readsAboveHighWater,
        Optional<KeepAlive> keepAlive,
        boolean reusePort,
        Duration userTimeout) {
    /** In milliseconds the duration must fit into an int, for the sockets of some engines. */
    private static final Duration LONGEST = Duration.ofDays(24);

    /** The default options. */
    public static final Options DEFAULT = new Options(
            64 << 10,
            32 << 10,
            16 << 20,
            1 << 20,
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            4096,
            true,
            0,
            0,
            false,
            Optional.empty(),
            false,
            Duration.ZERO);

    public Options {
        require(highWater > 0, "highWater", highWater, "from 1");
        require(lowWater >= 0 && lowWater <= highWater, "lowWater", lowWater, "from 0 to highWater");
        require(backlogCap >= highWater, "backlogCap", backlogCap, "at least highWater");
        require(unreadCap > 0, "unreadCap", unreadCap, "from 1");
        require(acceptBacklog > 0, "acceptBacklog", acceptBacklog, "from 1");
        require(sendBuffer >= 0, "sendBuffer", sendBuffer, "from 0");
        require(receiveBuffer >= 0, "receiveBuffer", receiveBuffer, "from 0");
        if (linger.isNegative() || connectTimeout.isNegative() || connectTimeout.isZero()) {
            throw new IllegalArgumentException("linger may not be negative, connectTimeout must be positive");
        }
        if (userTimeout.isNegative() || (userTimeout.isPositive() && userTimeout.toMillis() == 0)) {
            throw new IllegalArgumentException(
                    "userTimeout is " + userTimeout + " and must be zero or at least a millisecond");
        }
        linger = atMost(linger);
        connectTimeout = atMost(connectTimeout);
        userTimeout = atMost(userTimeout);
    }

    private static Duration atMost(Duration given) {
        return given.compareTo(LONGEST) > 0 ? LONGEST : given;
    }

    private static void require(boolean holds, String name, int value, String range) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + " and must be " + range);
        }
    }

    /** Returns a builder that begins with {@link #DEFAULT}. */
    public static OptionsBuilder builder() {
        return DEFAULT.toBuilder();
    }

    /** Returns a builder that begins with these options. */
    public OptionsBuilder toBuilder() {
        return new OptionsBuilder(this);
    }

    /** Returns these options with other water marks. */
    public Options withWater(int high, int low) {
        return toBuilder()
                .water(high, low)
                .backlogCap(Math.max(high, backlogCap))
                .build();
    }

    /** Returns these options with other hard limits. */
    public Options withCaps(int backlog, int unread) {
        return toBuilder().backlogCap(backlog).unreadCap(unread).build();
    }

    /** Returns these options with another linger time. */
    public Options withLinger(Duration duration) {
        return toBuilder().linger(duration).build();
    }

    /** Returns these options with another connect timeout. */
    public Options withConnectTimeout(Duration duration) {
        return toBuilder().connectTimeout(duration).build();
    }

    /** Returns these options with other socket buffer sizes. */
    public Options withSocketBuffers(int send, int receive) {
        return toBuilder().socketBuffers(send, receive).build();
    }
}
