package dev.gearbox.files;

import java.io.IOException;
import java.nio.file.Path;

/** A way of copying the bytes of a file. Not thread-safe; buffers are kept between files until {@link #close}. */
public interface CopyStrategy extends AutoCloseable {
    /**
     * Creates a new file with the same bytes. Attributes, and the cleanup of a partly written target, are left to the caller.
     *
     * @param target must not exist
     * @return the number of bytes copied
     * @throws java.nio.file.NoSuchFileException if the source does not exist
     * @throws java.nio.file.FileAlreadyExistsException if the target exists
     * @throws IOException if it cannot be copied completely
     */
    long copy(Path source, Path target) throws IOException;

    /** Releases buffers and rings. Idempotent. */
    @Override
    default void close() {}
}
