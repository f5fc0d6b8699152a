package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.engines.linux.system.Platform;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Reads and writes files through io_uring, several requests at once, into buffers that the kernel has pinned. Confined to the thread that created it. The
 * buffers are page-aligned, as O_DIRECT requires.
 */
public final class FileRing implements AutoCloseable {
    private static final int PAGE = 4096;

    /** Receives the completion of a read or write. */
    @FunctionalInterface
    public interface Completion {
        /**
         * A request has completed.
         *
         * @param buffer that it used
         * @param result bytes transferred, or the errno as a negative number
         */
        void completed(int buffer, int result);
    }

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment memory;
    private final int bufferSize;
    private final Ring ring;
    private int pending;

    /**
     * Creates a ring with buffers.
     *
     * @param buffers the maximum number of requests in progress
     * @param bufferSize bytes of each buffer, a multiple of 4,096
     * @throws IOException if the kernel refuses it, or may not pin so much memory
     */
    public FileRing(int buffers, int bufferSize) throws IOException {
        this.bufferSize = bufferSize;
        memory = arena.allocate((long) buffers * bufferSize, PAGE);
        try {
            ring = new Ring(new Syscalls());
        } catch (IOException refused) {
            arena.close();
            throw refused;
        }
        try {
            ring.enable();
            ring.registerFixedBuffers(memory.address(), buffers, bufferSize);
        } catch (IOException refused) {
            close();
            throw refused;
        }
    }

    /** Returns why a ring cannot be created on this machine; empty if it can. */
    public static Optional<String> absence() {
        return Platform.absence().or(UringSupport::absence);
    }

    /** Returns the memory of a buffer. */
    public MemorySegment buffer(int buffer) {
        return memory.asSlice((long) buffer * bufferSize, bufferSize);
    }

    /**
     * Prepares a read, to be submitted by the next {@link #await}.
     *
     * @param from first byte of the buffer that is filled
     */
    public void read(int file, long offset, int buffer, int from, int length) {
        pending++;
        ring.request(OP_READ_FIXED, file, offset, address(buffer, from), length, 0, buffer, buffer, 0);
    }

    /**
     * Prepares a write, to be submitted by the next {@link #await}.
     *
     * @param from first byte of the buffer that is written
     */
    public void write(int file, long offset, int buffer, int from, int length) {
        pending++;
        ring.request(OP_WRITE_FIXED, file, offset, address(buffer, from), length, 0, buffer, buffer, 0);
    }

    private long address(int buffer, int from) {
        return memory.address() + (long) buffer * bufferSize + from;
    }

    /** Submits the prepared requests, waits for at least one completion, and delivers all completions. */
    public void await(Completion completion) {
        ring.enter(1, Long.MAX_VALUE);
        ring.drain((buffer, result, flags) -> {
            pending--;
            completion.completed((int) buffer, result);
        });
    }

    /** Returns whether requests are in progress. */
    public boolean isPending() {
        return pending > 0;
    }

    /** Cancels the requests in progress. */
    @Override
    public void close() throws IOException {
        try {
            ring.close();
        } finally {
            arena.close();
        }
    }
}
