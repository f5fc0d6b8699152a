package dev.gearbox.http;

import java.time.Duration;

/**
 * Limits for what a peer may send and how long it may take; {@link #DEFAULT} suits most programs. Sizes are in bytes. A server answers a request that
 * exceeds a limit with the corresponding status and closes the connection; in a client the exchange fails.
 *
 * @param lineBytes the longest line: the request or status line, a header field, the size line of a chunk
 * @param headerCount the header fields of a message; also the trailer fields of a chunked body
 * @param headBytes the first line and all header fields
 * @param bodyBytes the body of a message. A server holds it in memory, a client only passes it on
 * @param message server: from the first byte of a request to its last; client: from sending the request to the last byte of its response
 * @param idle server: how long a connection may stay open between two requests, or without progress in sending a response; client: how long an idle
 *     connection is kept for the next request
 */
public record HttpLimits(
        int lineBytes, int headerCount, int headBytes, long bodyBytes, Duration message, Duration idle) {
    /** 8 KiB, 100 fields, 64 KiB, 8 MiB, 30 s, 60 s. */
    public static final HttpLimits DEFAULT =
            new HttpLimits(8 << 10, 100, 64 << 10, 8L << 20, Duration.ofSeconds(30), Duration.ofSeconds(60));

    public HttpLimits {
        require(lineBytes >= 16, "lineBytes", lineBytes, "at least 16");
        require(headerCount > 0, "headerCount", headerCount, "from 1");
        require(headBytes >= lineBytes && headBytes <= 1 << 19, "headBytes", headBytes, "from lineBytes to 512 KiB");
        require(bodyBytes >= 0, "bodyBytes", bodyBytes, "from 0");
        require(message.isPositive(), "message", message, "positive");
        require(idle.isPositive(), "idle", idle, "positive");
    }

    private static void require(boolean holds, String name, Object value, String range) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + " and must be " + range);
        }
    }

    /** Returns a copy with other limits of the head. */
    public HttpLimits withHead(int line, int headers, int head) {
        return new HttpLimits(line, headers, head, bodyBytes, message, idle);
    }

    /** Returns a copy with another limit of the body. */
    public HttpLimits withBody(long body) {
        return new HttpLimits(lineBytes, headerCount, headBytes, body, message, idle);
    }

    /** Returns a copy with other timeouts. */
    public HttpLimits withTimes(Duration forMessage, Duration forIdle) {
        return new HttpLimits(lineBytes, headerCount, headBytes, bodyBytes, forMessage, forIdle);
    }
}
