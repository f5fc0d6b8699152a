package dev.gearbox.studies.pageindexer.fetch;

import java.time.Duration;

/**
 * The limits of a fetch, the same for every client.
 *
 * @param connect the time to connect
 * @param whole the time from the request to the last byte of the response; in a client with its own request queue, from the call
 * @param bodyBytes the maximum size of a page; larger ones fail
 * @param atOnce the maximum number of concurrent fetches, and the size of connection pools
 */
public record FetchLimits(Duration connect, Duration whole, int bodyBytes, int atOnce) {
    /** The user agent sent to sites. */
    public static final String USER_AGENT = "gearbox-index/0.1";

    /** Limits for pages on the same machine or the local network: 10 s, 30 s, 8 MiB, 1,024 at once. */
    public static final FetchLimits DEFAULT =
            new FetchLimits(Duration.ofSeconds(10), Duration.ofSeconds(30), 8 << 20, 1024);

    public FetchLimits {
        if (connect.isNegative() || connect.isZero() || whole.isNegative() || whole.isZero()) {
            throw new IllegalArgumentException("timeouts must be positive: " + connect + ", " + whole);
        }
        if (bodyBytes < 1 || atOnce < 1) {
            throw new IllegalArgumentException(bodyBytes + " bytes, " + atOnce + " at once");
        }
    }
}
