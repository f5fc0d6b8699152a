package dev.gearbox.origin;

import dev.gearbox.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A page as it is sent.
 *
 * @param headers its type
 * @param parts of its body, one after another; read-only, to be duplicated before they are read
 * @param length of all parts, in bytes
 */
public record Page(HttpHeaders headers, List<ByteBuffer> parts, long length) {
    Page(HttpHeaders headers, List<ByteBuffer> parts) {
        this(headers, parts, parts.stream().mapToLong(ByteBuffer::remaining).sum());
    }
}
