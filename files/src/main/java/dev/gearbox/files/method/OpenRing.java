package dev.gearbox.files.method;

import dev.gearbox.engines.linux.uring.FileRing;
import dev.gearbox.files.system.FileCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A ring that is created on first use, by the thread that uses it, and kept for the files that follow. */
public final class OpenRing implements AutoCloseable {
    private final int depth;
    private final int bufferSize;
    private @Nullable FileRing ring;
    private int failed;

    /**
     * Creates a holder for a ring.
     *
     * @param depth requests in flight at once, each with a buffer
     * @param bufferSize bytes of a buffer
     */
    public OpenRing(int depth, int bufferSize) {
        this.depth = depth;
        this.bufferSize = bufferSize;
    }

    /** Returns the number of requests in flight at once. */
    public int depth() {
        return depth;
    }

    /** Returns the ring. */
    public FileRing get() throws IOException {
        FileRing open = ring;
        if (open == null) {
            open = new FileRing(depth, bufferSize);
            ring = open;
        }
        return open;
    }

    /**
     * Waits for at least one completion of requests on a file.
     *
     * @param completion called for those that did not fail
     * @throws IOException if one of them failed
     */
    public void await(Path file, FileRing.Completion completion) throws IOException {
        failed = 0;
        get().await((buffer, result) -> {
            if (result < 0) {
                failed = result;
            } else {
                completion.completed(buffer, result);
            }
        });
        if (failed < 0) {
            // Requests in flight must not write into buffers that the next file uses.
            close();
            throw new FileSystemException(file.toString(), null, FileCalls.message(-failed));
        }
    }

    /** Waits for the requests in flight, whose results are discarded: the next file uses the same buffers. */
    public void drain(Path file) throws IOException {
        while (get().isPending()) {
            await(file, (buffer, result) -> {});
        }
    }

    @Override
    public void close() {
        FileRing open = ring;
        ring = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException failure) {
                throw new UncheckedIOException("a ring cannot be closed", failure);
            }
        }
    }
}
