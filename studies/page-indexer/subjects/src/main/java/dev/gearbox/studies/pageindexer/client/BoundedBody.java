package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.http.GrowingBody;
import dev.gearbox.studies.pageindexer.fetch.TooLargeException;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects a body as it arrives, up to a limit; the announced length is trusted as far as {@link GrowingBody} does. For one thread at a time. */
final class BoundedBody {
    private static final int DIGITS = 18;

    private final int limit;
    private final GrowingBody bytes;

    BoundedBody(int limit) {
        this.limit = limit;
        bytes = new GrowingBody(limit);
    }

    /** Provides the response's headers, by name. Must be called before anything is added, or not at all. */
    void announced(Function<String, @Nullable String> headers) {
        String length = headers.apply("Content-Length");
        boolean number = length != null && !length.isEmpty() && length.length() <= DIGITS;
        if (number && length.chars().allMatch(c -> c >= '0' && c <= '9')) {
            bytes.expect(Long.parseLong(length));
        }
    }

    /**
     * Adds all remaining bytes of the buffer.
     *
     * @throws TooLargeException if that exceeds the limit
     */
    void add(ByteBuffer more) throws TooLargeException {
        if (more.remaining() > limit - bytes.size()) {
            throw new TooLargeException(limit);
        }
        bytes.add(more);
    }

    /** Returns the body. Must be called only once. */
    byte[] toArray() {
        return bytes.takeArray();
    }
}
