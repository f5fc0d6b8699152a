package dev.gearbox.files;

import java.io.IOException;
import java.nio.file.Path;

/** A way of reading a file from beginning to end. Not thread-safe; buffers are kept between files until {@link #close}. */
public interface ReadStrategy extends AutoCloseable {
    /**
     * Reads the whole file and passes every byte to the sink once, in order.
     *
     * @return the number of bytes
     * @throws java.nio.file.NoSuchFileException if the file does not exist
     * @throws IOException if it cannot be read to its end; a file that shrinks meanwhile causes this only where the strategy notices it
     */
    long read(Path source, ByteSink sink) throws IOException;

    /** Releases buffers and rings. Idempotent. */
    @Override
    default void close() {}
}
