package dev.gearbox.files;

import java.io.IOException;
import java.nio.file.Path;

/** One way of reading a file from its beginning to its end. For one thread at a time; buffers are kept between files until {@link #close}. */
public interface ReadStrategy extends AutoCloseable {
    /**
     * Reads the whole file, and hands every byte to the sink once, in order.
     *
     * @return how many bytes that were
     * @throws java.nio.file.NoSuchFileException if there is no such file
     * @throws IOException if it cannot be read to its end; one that shrinks meanwhile is such a failure only where the strategy notices it
     */
    long read(Path source, ByteSink sink) throws IOException;

    /** Releases buffers and rings. Idempotent. */
    @Override
    default void close() {}
}
