package dev.gearbox.files.method;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Access to mapped memory that survives a file that shrinks. The system raises SIGBUS for a page behind the new end; the JVM turns it into an
 * InternalError where its own copying of memory touched the page, and ends where an intrinsic did. So mapped bytes are always copied first, in
 * pieces that stay in the processor's cache.
 */
public final class Mapped {
    /** Bytes mapped at once where a mapping is a ByteBuffer. */
    public static final long WINDOW = 1L << 30;

    /** Bytes copied at once. */
    public static final int PIECE = 64 << 10;

    private Mapped() {}

    /**
     * Runs a copy from or to mapped memory.
     *
     * @throws IOException if a page of it is not there any more
     */
    public static void access(Path file, Runnable copy) throws IOException {
        try {
            copy.run();
        } catch (InternalError fault) {
            FileSystemException failure = new FileSystemException(
                    file.toString(), null, "it shrank, or its disk failed, while it was mapped");
            failure.initCause(fault);
            throw failure;
        }
    }
}
