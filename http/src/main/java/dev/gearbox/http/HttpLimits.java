package dev.gearbox.http;

import java.time.Duration;

/**
 * What a peer may send, and how long it may take; {@link #DEFAULT} suits most. Sizes in bytes. A server answers whoever exceeds them with the
 * status that says so and closes the connection; in a client the exchange fails.
 *
 * @param lineBytes the longest line: the request or status line, a header field, the size of a chunk
 * @param headerCount header fields of a message; as many may trail a chunked body
 * @param headBytes the first line and all header fields
 * @param bodyBytes the body of a message. A server holds it, a client only hands it on
 * @param message a server: from the first byte of a request to its last; a client: from sending the request to the last byte of its response
 * @param idle a server: how long a connection may be open between two requests, and nothing go out of an answer; a client: how long a
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

    /** The same with another bound of a head. */
    public HttpLimits withHead(int line, int headers, int head) {
        return new HttpLimits(line, headers, head, bodyBytes, message, idle);
    }

    /** The same with another bound of a body. */
    public HttpLimits withBody(long body) {
        return new HttpLimits(lineBytes, headerCount, headBytes, body, message, idle);
    }

    /** The same with other times. */
    public HttpLimits withTimes(Duration forMessage, Duration forIdle) {
        return new HttpLimits(lineBytes, headerCount, headBytes, bodyBytes, forMessage, forIdle);
    }
}
