package dev.gearbox.studies.pageindexer.fetch;

import java.util.Locale;

/**
 * The reason why a fetch failed.
 *
 * @param kind the kind by which failures are counted
 * @param detail a description for the user, in one line
 */
public record FetchFailure(Kind kind, String detail) {
    /** The kinds of failures. */
    public enum Kind {
        /** No connection: refused, no such host, no route, or not within the time to connect. */
        CONNECT,
        /** The server reset the connection. */
        RESET,
        /** The complete response did not arrive in time. */
        TIMEOUT,
        /** The connection was closed before the end of the response. */
        TRUNCATED,
        /** The response is not valid HTTP. */
        MALFORMED,
        /** Headers or body exceed the limit. */
        TOO_LARGE,
        /** The response is complete, but not a page: 404, 500. */
        STATUS,
        /** A redirect loop, too many redirects, or a redirect to an invalid address. */
        REDIRECTS,
        /** An address of this machine or its local network, from a list or a redirect on a farther network. */
        LOCAL,
        /** The site's robots.txt disallows it. */
        ROBOTS,
        /** Anything else. */
        OTHER;

        /** Returns the name in results: {@code too-large}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
