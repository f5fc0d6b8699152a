package dev.gearbox.files;

import java.io.IOException;
import java.nio.file.Path;

/** One way of reading blocks of a file that lie anywhere in it. For one thread at a time; buffers are kept between files until {@link #close}. */
public interface BlockStrategy extends AutoCloseable {
    /**
     * Reads blocks, and hands each to the sink whole, in whatever order they come.
     *
     * @param blocks their numbers; all lie in the file, and all of each
     * @param size bytes of a block, a multiple of 4,096
     * @throws java.nio.file.NoSuchFileException if there is no such file
     * @throws IOException if one cannot be read to its end
     */
    void read(Path source, long[] blocks, int size, ByteSink sink) throws IOException;

    /** Releases buffers and rings. Idempotent. */
    @Override
    default void close() {}
}
