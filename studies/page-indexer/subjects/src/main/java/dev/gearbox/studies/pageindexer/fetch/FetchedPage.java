package dev.gearbox.studies.pageindexer.fetch;

import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A whole response.
 *
 * @param address what was asked for
 * @param status of the response: 200, 404
 * @param contentType as the server said it, or null
 * @param location where a redirect points, or null
 * @param retryAfter when to come again, as the server said it, or null
 * @param body all of it, as it came; the receiver's own
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares pages, and a copy of each would be felt
public record FetchedPage(
        URI address,
        int status,
        @Nullable String contentType,
        @Nullable String location,
        @Nullable String retryAfter,
        byte[] body) {

    /**
     * A response whose headers some client holds.
     *
     * @param header the first value of a header, or null
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

    /** Whether it is a page: status 200. */
    public boolean isPage() {
        return status == 200;
    }
}
