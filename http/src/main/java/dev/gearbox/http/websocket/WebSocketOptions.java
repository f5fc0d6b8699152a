package dev.gearbox.http.websocket;

import java.time.Duration;
import java.util.List;

/**
 * Limits and settings of WebSockets; {@link #DEFAULT} suits most programs.
 *
 * @param messageBytes the largest message, of however many frames; a larger one is refused with status 1009 as soon as its length is known
 * @param closeTimeout how long a close waits for the peer's close frame; then the connection is reset
 * @param ping how often the peer is pinged; if nothing arrives from it during two periods, the connection is reset. Zero: never
 * @param subprotocols that the server speaks, in order of preference: it chooses the first that the client offers, or none
 */
public record WebSocketOptions(int messageBytes, Duration closeTimeout, Duration ping, List<String> subprotocols) {
    /** 1 MiB, 5 s, no pings, no subprotocols. */
    public static final WebSocketOptions DEFAULT =
            new WebSocketOptions(1 << 20, Duration.ofSeconds(5), Duration.ZERO, List.of());

    public WebSocketOptions {
        subprotocols = List.copyOf(subprotocols);
        if (messageBytes < 0) {
            throw new IllegalArgumentException("messageBytes is " + messageBytes + " and must be from 0");
        }
        if (!closeTimeout.isPositive() || ping.isNegative()) {
            throw new IllegalArgumentException("closeTimeout must be positive, ping not negative");
        }
    }

    /** Returns a copy with another limit of messages. */
    public WebSocketOptions withMessageBytes(int most) {
        return new WebSocketOptions(most, closeTimeout, ping, subprotocols);
    }

    /** Returns a copy with another time for a close. */
    public WebSocketOptions withCloseTimeout(Duration time) {
        return new WebSocketOptions(messageBytes, time, ping, subprotocols);
    }

    /** Returns a copy that pings. */
    public WebSocketOptions withPing(Duration period) {
        return new WebSocketOptions(messageBytes, closeTimeout, period, subprotocols);
    }

    /** Returns a copy with these subprotocols. */
    public WebSocketOptions withSubprotocols(String... names) {
        return new WebSocketOptions(messageBytes, closeTimeout, ping, List.of(names));
    }
}
