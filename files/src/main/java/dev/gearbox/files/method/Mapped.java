package dev.gearbox.files.method;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Access to mapped memory that survives truncation of the file. The kernel raises SIGBUS for a page beyond the new end; the JVM turns it into an
 * InternalError if its own memory copy touched the page, and crashes if an intrinsic did. So mapped bytes are always copied first, in pieces that
 * stay in the processor's cache.
 */
public final class Mapped {
    /** The number of bytes mapped at once where the mapping is a ByteBuffer. */
    public static final long WINDOW = 1L << 30;

    /** The number of bytes copied at once. */
    public static final int PIECE = 64 << 10;

    private Mapped() {}

    /**
     * Runs a copy from or to mapped memory.
     *
     * @throws IOException if one of its pages no longer exists
     */
    public static void access(Path file, Runnable copy) throws IOException {
        try {
            copy.run();
        } catch (InternalError fault) {
            FileSystemException failure = new FileSystemException(
                    file.toString(), null, "the file was truncated, or the disk failed, while it was mapped");
            failure.initCause(fault);
            throw failure;
        }
    }
}
