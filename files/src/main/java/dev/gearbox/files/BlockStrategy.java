package dev.gearbox.files;

import java.io.IOException;
import java.nio.file.Path;

/** A way of reading blocks at arbitrary positions of a file. Not thread-safe; buffers are kept between files until {@link #close}. */
public interface BlockStrategy extends AutoCloseable {
    /**
     * Reads blocks and passes each of them to the sink as a whole, in the order of completion.
     *
     * @param blocks the numbers of the blocks; each lies completely within the file
     * @param size the size of a block in bytes, a multiple of 4,096
     * @throws java.nio.file.NoSuchFileException if the file does not exist
     * @throws IOException if a block cannot be read completely
     */
    void read(Path source, long[] blocks, int size, ByteSink sink) throws IOException;

    /** Releases buffers and rings. Idempotent. */
    @Override
    default void close() {}
}
