package dev.gearbox.studies.pageindexer.fetch;

import java.util.Locale;

/**
 * Why no page came.
 *
 * @param kind by which failures are counted
 * @param detail for a person, in one line
 */
public record FetchFailure(Kind kind, String detail) {
    /** What went wrong. */
    public enum Kind {
        /** No connection: refused, no such host, no route, or not within the time to connect. */
        CONNECT,
        /** The server reset the connection. */
        RESET,
        /** The whole answer did not come in time. */
        TIMEOUT,
        /** The connection ended before the answer did. */
        TRUNCATED,
        /** What came is no HTTP. */
        MALFORMED,
        /** Headers or body are beyond the limit. */
        TOO_LARGE,
        /** A whole answer came, and it is no page: 404, 500. */
        STATUS,
        /** Redirects in a circle, too many of them, or to no address. */
        REDIRECTS,
        /** An address of this machine or its network, named by a list or a redirect from farther away. */
        LOCAL,
        /** The site's robots.txt asks to stay away. */
        ROBOTS,
        /** Anything else. */
        OTHER;

        /** As in results: {@code too-large}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
