package dev.gearbox.files;

import java.io.IOException;
import java.nio.file.Path;

/** One way of copying the bytes of a file. For one thread at a time; buffers are kept between files until {@link #close}. */
public interface CopyStrategy extends AutoCloseable {
    /**
     * Makes a new file with the same bytes. Attributes, and what happens to a half-written target, are the caller's concern.
     *
     * @param target does not exist
     * @return how many bytes were copied
     * @throws java.nio.file.NoSuchFileException if there is no source
     * @throws java.nio.file.FileAlreadyExistsException if there is a target
     * @throws IOException if it cannot be copied to its end
     */
    long copy(Path source, Path target) throws IOException;

    /** Releases buffers and rings. Idempotent. */
    @Override
    default void close() {}
}
