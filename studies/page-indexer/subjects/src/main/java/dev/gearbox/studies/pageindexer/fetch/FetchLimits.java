package dev.gearbox.studies.pageindexer.fetch;

import java.time.Duration;

/**
 * What a fetch may take; every client keeps the same.
 *
 * @param connect until there is a connection
 * @param whole from the request to the last byte of the answer; in a client that holds requests back in a queue of its own, from the call
 * @param bodyBytes of one page; what is larger fails
 * @param atOnce how many fetches are under way at the same time at most: clients that keep connections in a pool make it so large
 */
public record FetchLimits(Duration connect, Duration whole, int bodyBytes, int atOnce) {
    /** What a site sees as the one who asks. */
    public static final String USER_AGENT = "gearbox-index/0.1";

    /** Limits for pages on the same machine or a near one: 10 s, 30 s, 8 MiB, 1,024 at once. */
    public static final FetchLimits DEFAULT =
            new FetchLimits(Duration.ofSeconds(10), Duration.ofSeconds(30), 8 << 20, 1024);

    public FetchLimits {
        if (connect.isNegative() || connect.isZero() || whole.isNegative() || whole.isZero()) {
            throw new IllegalArgumentException("a time to fetch in must be positive: " + connect + ", " + whole);
        }
        if (bodyBytes < 1 || atOnce < 1) {
            throw new IllegalArgumentException(bodyBytes + " bytes, " + atOnce + " at once");
        }
    }
}
