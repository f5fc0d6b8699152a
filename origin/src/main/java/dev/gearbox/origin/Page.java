package dev.gearbox.origin;

import dev.gearbox.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A page to send.
 *
 * @param headers its type
 * @param parts the parts of its body; read-only, to be duplicated before they are read
 * @param length of all parts, in bytes
 */
public record Page(HttpHeaders headers, List<ByteBuffer> parts, long length) {
    /** Creates a page of these parts. */
    public Page(HttpHeaders headers, List<ByteBuffer> parts) {
        this(headers, parts, parts.stream().mapToLong(ByteBuffer::remaining).sum());
    }
}
