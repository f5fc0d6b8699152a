package dev.gearbox.core;

import java.time.Duration;

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
        int receiveBuffer) {
    /** In milliseconds the duration must fit into an int, for the sockets of some engines. */
    private static final Duration LONGEST = Duration.ofDays(24);

    /** The default options. */
    public static final Options DEFAULT = new Options(
            64 << 10, 32 << 10, 16 << 20, 1 << 20, Duration.ofSeconds(1), Duration.ofSeconds(10), 4096, true, 0, 0);

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
        linger = atMost(linger);
        connectTimeout = atMost(connectTimeout);
    }

    private static Duration atMost(Duration given) {
        return given.compareTo(LONGEST) > 0 ? LONGEST : given;
    }

    private static void require(boolean holds, String name, int value, String range) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + " and must be " + range);
        }
    }

    /** Returns these options with other water marks. */
    public Options withWater(int high, int low) {
        return new Options(
                high,
                low,
                Math.max(high, backlogCap),
                unreadCap,
                linger,
                connectTimeout,
                acceptBacklog,
                noDelay,
                sendBuffer,
                receiveBuffer);
    }

    /** Returns these options with other hard limits. */
    public Options withCaps(int backlog, int unread) {
        return new Options(
                highWater,
                lowWater,
                backlog,
                unread,
                linger,
                connectTimeout,
                acceptBacklog,
                noDelay,
                sendBuffer,
                receiveBuffer);
    }

    /** Returns these options with another linger time. */
    public Options withLinger(Duration duration) {
        return new Options(
                highWater,
                lowWater,
                backlogCap,
                unreadCap,
                duration,
                connectTimeout,
                acceptBacklog,
                noDelay,
                sendBuffer,
                receiveBuffer);
    }

    /** Returns these options with another connect timeout. */
    public Options withConnectTimeout(Duration duration) {
        return new Options(
                highWater,
                lowWater,
                backlogCap,
                unreadCap,
                linger,
                duration,
                acceptBacklog,
                noDelay,
                sendBuffer,
                receiveBuffer);
    }

    /** Returns these options with other socket buffer sizes. */
    public Options withSocketBuffers(int send, int receive) {
        return new Options(
                highWater,
                lowWater,
                backlogCap,
                unreadCap,
                linger,
                connectTimeout,
                acceptBacklog,
                noDelay,
                send,
                receive);
    }
}
