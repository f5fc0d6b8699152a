package dev.gearbox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A way of writing to files from many threads at once, platform or virtual. The bytes are on the disk when the call returns (O_DSYNC). */
public interface WriteStrategy extends AutoCloseable {
    /** An open file with a single writer. */
    interface OpenFile extends AutoCloseable {
        /** Writes the remaining bytes of the buffer to the beginning of the file. */
        void write(ByteBuffer bytes) throws IOException;

        @Override
        void close() throws IOException;
    }

    /**
     * Creates a file, or truncates an existing one.
     *
     * @param most the maximum number of bytes of one write
     */
    OpenFile open(Path file, int most) throws IOException;

    /** Stops its threads, if it has any. Its files must be closed before. */
    @Override
    default void close() {}
}
