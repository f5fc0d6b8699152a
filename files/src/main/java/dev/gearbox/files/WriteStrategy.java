package dev.gearbox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** One way of writing to files from many threads at once, platform or virtual. What is written is on the disk when the call returns (O_DSYNC). */
public interface WriteStrategy extends AutoCloseable {
    /** A file that is open for one writer. */
    interface OpenFile extends AutoCloseable {
        /** Writes all that remains of the buffer at the beginning of the file. */
        void write(ByteBuffer bytes) throws IOException;

        @Override
        void close() throws IOException;
    }

    /**
     * Makes a file, or empties one.
     *
     * @param most bytes that are written to it at once
     */
    OpenFile open(Path file, int most) throws IOException;

    /** Ends its threads, if it has any; its files are closed before. */
    @Override
    default void close() {}
}
