package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.engines.linux.system.Platform;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Reads and writes of files through io_uring, several under way at once, into buffers that the kernel has pinned. Belongs to the thread that
 * made it. The buffers are aligned to pages, as O_DIRECT wants them.
 */
public final class FileRing implements AutoCloseable {
    private static final int PAGE = 4096;

    /** Receives the end of a read or write. */
    @FunctionalInterface
    public interface Completion {
        /**
         * A request has ended.
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
     * A ring with buffers.
     *
     * @param buffers how many requests can be under way
     * @param bufferSize bytes of each, a multiple of 4,096
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

    /** Why there can be no ring on this machine; empty if there can. */
    public static Optional<String> absence() {
        return Platform.absence().or(UringSupport::absence);
    }

    /** The memory of a buffer. */
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

    /** Submits what was prepared, waits for at least one completion, and delivers those that there are. */
    public void await(Completion completion) {
        ring.enter(1, Long.MAX_VALUE);
        ring.drain((buffer, result, flags) -> {
            pending--;
            completion.completed((int) buffer, result);
        });
    }

    /** Whether requests are under way. */
    public boolean isPending() {
        return pending > 0;
    }

    /** Cancels what is under way. */
    @Override
    public void close() throws IOException {
        try {
            ring.close();
        } finally {
            arena.close();
        }
    }
}
