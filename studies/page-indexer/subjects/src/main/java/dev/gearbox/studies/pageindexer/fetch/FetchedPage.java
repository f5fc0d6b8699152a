package dev.gearbox.studies.pageindexer.fetch;

import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A complete response.
 *
 * @param address the requested address
 * @param status of the response: 200, 404
 * @param contentType as sent by the server, or null
 * @param location the target of a redirect, or null
 * @param retryAfter when to retry, as sent by the server, or null
 * @param body the unmodified body; owned by the receiver
 */
@SuppressWarnings("ArrayRecordComponent") // pages are not compared, and copying each would be expensive
public record FetchedPage(
        URI address,
        int status,
        @Nullable String contentType,
        @Nullable String location,
        @Nullable String retryAfter,
        byte[] body) {

    /**
     * Creates a page from a response of a client.
     *
     * @param header returns the first value of a header, or null
     */
    public static FetchedPage of(URI address, int status, Function<String, @Nullable String> header, byte[] body) {
        return new FetchedPage(
                address,
                status,
                header.apply("Content-Type"),
                header.apply("Location"),
                header.apply("Retry-After"),
                body);
    }

    /** Returns whether it is a page: status 200. */
    public boolean isPage() {
        return status == 200;
    }
}
