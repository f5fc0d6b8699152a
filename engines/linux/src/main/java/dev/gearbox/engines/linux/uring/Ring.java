package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.Layouts;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One io_uring: a submission queue and a completion queue, both in memory shared with the kernel. Requests are written to the first and all submitted by the
 * next {@link #enter}, which also waits: one system call for any number of reads and writes.
 *
 * <p>Single issuer, deferred task work: the kernel works for this ring only inside {@link #enter}, on the calling thread, and does not interrupt it elsewhere.
 * May be created on any thread; everything else is confined to the thread that calls {@link #enable}. Sockets are held in the ring's own table of direct
 * descriptors, which do not count as descriptors of the process.
 */
final class Ring implements AutoCloseable {
    /** Receives completions. */
    @FunctionalInterface
    interface Completions {
        /**
         * A request has completed.
         *
         * @param data of the request
         * @param result as of the system call, or the errno as a negative number
         * @param flags of the completion
         */
        void completed(long data, int result, int flags);
    }

    private static final int REQUESTS = 4096;
    private static final int ANSWERS = 16384;
    private static final int WORD = Long.BYTES;
    private static final int FLAGS = SETUP_CQSIZE
            | SETUP_R_DISABLED
            | SETUP_SUBMIT_ALL
            | SETUP_SINGLE_ISSUER
            | SETUP_DEFER_TASKRUN
            | SETUP_NO_SQARRAY;

    private final Syscalls calls;
    private final int descriptor;
    /** Lives until the ring is closed: memory that the kernel knows by address must not be collected meanwhile. */
    private final Arena arena = Arena.ofShared();

    private final MemorySegment wait = arena.allocate(WAIT_SIZE + Layouts.TIMESPEC_SIZE, 8);
    private final MemorySegment cancelled = arena.allocate(SYNC_CANCEL_SIZE, 8);

    private final long rings;
    private final long ringsSize;
    private final long requests;
    private final long requestsSize;
    private final long sqHead;
    private final long sqTail;
    private final int sqMask;
    private final long sqFlags;
    private final long cqHead;
    private final long cqTail;
    private final int cqMask;
    private final long answers;
    private boolean closed;
    /** The position after the last request that was written. */
    private int tail;

    /**
     * @param calls of the thread that will own it
     * @throws IOException if the kernel refuses
     */
    Ring(Syscalls calls) throws IOException {
        this(calls, 0);
    }

    /**
     * Creates a ring with further flags of io_uring_setup.
     *
     * @throws IOException if the kernel refuses
     */
    Ring(Syscalls calls, int flags) throws IOException {
        this.calls = calls;
        MemorySegment params = arena.allocate(PARAMS_SIZE, 8);
        descriptor = setup(calls, params, flags);
        if (descriptor < 0) {
            arena.close();
            throw Errno.during("io_uring_setup", descriptor);
        }
        if ((field(params, PARAMS_FEATURES) & FEATURE_EXT_ARG) == 0) {
            calls.close(descriptor);
            arena.close();
            throw new IOException("this io_uring cannot wait for a limited time");
        }
        ringsSize = field(params, PARAMS_CQ_CQES) + (long) CQE_SIZE * field(params, PARAMS_CQ_ENTRIES);
        requestsSize = (long) SQE_SIZE * field(params, PARAMS_SQ_ENTRIES);
        rings = calls.mmap(ringsSize, Constants.MAP_SHARED | Constants.MAP_POPULATE, descriptor, 0);
        requests = rings < 0
                ? rings
                : calls.mmap(requestsSize, Constants.MAP_SHARED | Constants.MAP_POPULATE, descriptor, OFFSET_SQES);
        if (requests < 0) {
            if (rings >= 0) {
                calls.munmap(rings, ringsSize);
            }
            calls.close(descriptor);
            arena.close();
            throw Errno.during("mmap of a ring", requests);
        }
        sqHead = rings + field(params, PARAMS_SQ_HEAD);
        sqTail = rings + field(params, PARAMS_SQ_TAIL);
        sqFlags = rings + field(params, PARAMS_SQ_FLAGS);
        sqMask = Layouts.getInt(rings + field(params, PARAMS_SQ_MASK));
        cqHead = rings + field(params, PARAMS_CQ_HEAD);
        cqTail = rings + field(params, PARAMS_CQ_TAIL);
        cqMask = Layouts.getInt(rings + field(params, PARAMS_CQ_MASK));
        answers = rings + field(params, PARAMS_CQ_CQES);
    }

    /** Requests a ring from the kernel: returns its descriptor, or the errno as a negative number. Also used to check whether there can be one. */
    static int probe(Syscalls calls) {
        try (Arena probing = Arena.ofConfined()) {
            return setup(calls, probing.allocate(PARAMS_SIZE, 8), 0);
        }
    }

    /** Returns whether the kernel supports an operation; probed with a ring of its own. */
    static boolean knows(Syscalls calls, int operation) {
        try (Arena probing = Arena.ofConfined()) {
            int ring = setup(calls, probing.allocate(PARAMS_SIZE, 8), 0);
            if (ring < 0) {
                return false;
            }
            MemorySegment known = probing.allocate(PROBE_HEADER + (operation + 1L) * PROBE_SIZE, 8);
            long result = calls.syscall(IO_URING_REGISTER, ring, REGISTER_PROBE, known.address(), operation + 1L, 0, 0);
            calls.close(ring);
            long flags = PROBE_HEADER + (long) operation * PROBE_SIZE + PROBE_FLAGS;
            return result >= 0 && (known.get(ValueLayout.JAVA_SHORT, flags) & PROBE_SUPPORTED) != 0;
        }
    }

    private static int setup(Syscalls calls, MemorySegment params, int flags) {
        params.set(ValueLayout.JAVA_INT, PARAMS_FLAGS, FLAGS | flags);
        params.set(ValueLayout.JAVA_INT, PARAMS_CQ_ENTRIES, ANSWERS);
        return (int) calls.syscall(IO_URING_SETUP, REQUESTS, params.address(), 0, 0, 0, 0);
    }

    private static int field(MemorySegment params, int offset) {
        return params.get(ValueLayout.JAVA_INT, offset);
    }

    /** Allocates {@code slots} direct descriptors. */
    void registerSlots(int slots) throws IOException {
        MemorySegment files = arena.allocate(FILES_SIZE, 8);
        files.set(ValueLayout.JAVA_INT, 0, slots);
        files.set(ValueLayout.JAVA_INT, FILES_FLAGS, FILES_SPARSE);
        require("no room for " + slots + " direct descriptors", register(REGISTER_FILES2, files, FILES_SIZE));
    }

    /** Pins equal, consecutive buffers: requests then refer to them by number. */
    void registerFixedBuffers(long address, int count, int size) throws IOException {
        MemorySegment vectors = arena.allocate((long) count * IOVEC_SIZE, 8);
        for (int i = 0; i < count; i++) {
            vectors.set(ValueLayout.JAVA_LONG, (long) i * IOVEC_SIZE, address + (long) i * size);
            vectors.set(ValueLayout.JAVA_LONG, (long) i * IOVEC_SIZE + IOVEC_LENGTH, size);
        }
        long result = register(REGISTER_BUFFERS, vectors, count);
        require("no room for " + count + " pinned buffers of " + size + " bytes (limit: ulimit -l)", result);
    }

    /** Registers this ring of buffers for receives. */
    void registerBuffers(long address, int entries, int group) throws IOException {
        MemorySegment buffers = arena.allocate(BUFFERS_SIZE, 8);
        buffers.set(ValueLayout.JAVA_LONG, 0, address);
        buffers.set(ValueLayout.JAVA_INT, BUFFERS_ENTRIES, entries);
        buffers.set(ValueLayout.JAVA_SHORT, BUFFERS_GROUP, (short) group);
        require("no ring of buffers", register(REGISTER_PBUF_RING, buffers, 1));
    }

    /** Enables the ring for the current thread. */
    void enable() throws IOException {
        require("a ring cannot be enabled", register(REGISTER_ENABLE_RINGS, MemorySegment.NULL, 0));
    }

    /**
     * Cancels requests and returns when that is done; those that had not completed before complete as cancelled.
     *
     * @param file whose requests are cancelled; negative for all requests
     */
    void cancel(int file) throws IOException {
        submit();
        cancelled.set(ValueLayout.JAVA_INT, SYNC_CANCEL_FD, file);
        cancelled.set(ValueLayout.JAVA_INT, SYNC_CANCEL_FLAGS, CANCEL_ALL | (file < 0 ? CANCEL_ANY : CANCEL_FD));
        cancelled.set(ValueLayout.JAVA_LONG, SYNC_CANCEL_TIMEOUT, -1);
        cancelled.set(ValueLayout.JAVA_LONG, SYNC_CANCEL_TIMEOUT + WORD, -1);
        long result = register(REGISTER_SYNC_CANCEL, cancelled, 1);
        if (result != -Constants.ENOENT) {
            require("requests cannot be cancelled", result);
        }
    }

    private long register(int what, MemorySegment argument, int count) {
        return calls.syscall(IO_URING_REGISTER, descriptor, what, argument.address(), count, 0, 0);
    }

    /** Checks that the ring is open: after close() the memory is unmapped. */
    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("a request to a ring that is closed");
        }
    }

    private static void require(String otherwise, long result) throws IOException {
        if (result < 0) {
            throw Errno.during(otherwise, result);
        }
    }

    /**
     * Writes a request, to be submitted by the next {@link #enter}. The fields are those of struct io_uring_sqe.
     *
     * @param operation with its flags in the second byte and its priority in the upper half
     * @param group of buffers
     * @param slot of the direct descriptor that is created or closed, plus one; for a receive, the number of bytes after which it ends
     */
    void request(
            int operation,
            int file,
            long offset,
            long address,
            int length,
            int operationFlags,
            long data,
            int group,
            int slot) {
        request(operation, file, offset, address, length, operationFlags, data, group, slot, 0);
    }

    /**
     * Writes a request with one more field.
     *
     * @param value the memory address of the value of a socket option
     */
    void request(
            int operation,
            int file,
            long offset,
            long address,
            int length,
            int operationFlags,
            long data,
            int group,
            int slot,
            long value) {
        requireOpen();
        while (tail - Layouts.getAcquire(sqHead) > sqMask) {
            submit();
        }
        long at = requests + (long) (tail & sqMask) * SQE_SIZE;
        tail++;
        Layouts.putLong(at, words(operation, file));
        Layouts.putLong(at + WORD, offset);
        Layouts.putLong(at + 2 * WORD, address);
        Layouts.putLong(at + 3 * WORD, words(length, operationFlags));
        Layouts.putLong(at + 4 * WORD, data);
        Layouts.putLong(at + 5 * WORD, words(group, slot));
        Layouts.putLong(at + 6 * WORD, value);
        Layouts.putLong(at + 7 * WORD, 0);
    }

    /** Submits what was written unless so many more requests have room: requests that are linked to each other must be submitted together. */
    void reserve(int count) {
        requireOpen();
        while (tail - Layouts.getAcquire(sqHead) > sqMask + 1 - count) {
            submit();
        }
    }

    private static long words(int lower, int upper) {
        return Integer.toUnsignedLong(lower) | (long) upper << 32;
    }

    /** Submits the written requests, without waiting. */
    void submit() {
        enter(0, 0);
    }

    /**
     * Submits the written requests, and waits.
     *
     * @param least the number of completions to wait for
     * @param nanos the longest time to wait; {@link Long#MAX_VALUE} for no limit
     */
    void enter(int least, long nanos) {
        requireOpen();
        Layouts.putRelease(sqTail, tail);
        long timespec = wait.address() + WAIT_SIZE;
        wait.set(ValueLayout.JAVA_LONG, WAIT_TIMESPEC, nanos == Long.MAX_VALUE ? 0 : timespec);
        wait.set(ValueLayout.JAVA_LONG, WAIT_SIZE, nanos / 1_000_000_000);
        wait.set(ValueLayout.JAVA_LONG, WAIT_SIZE + WORD, nanos % 1_000_000_000);
        long result = calls.syscall(
                IO_URING_ENTER,
                descriptor,
                tail - Layouts.getAcquire(sqHead),
                least,
                ENTER_GETEVENTS | ENTER_EXT_ARG,
                wait.address(),
                WAIT_SIZE);
        // The wait ended without a completion; or completions have to be taken first, or memory is short: the next
        // round tries again.
        if (result < 0
                && result != -Constants.ETIME
                && result != -Constants.EINTR
                && result != -Constants.EBUSY
                && result != -Constants.EAGAIN) {
            throw new IllegalStateException("io_uring_enter: " + Syscalls.words((int) -result));
        }
    }

    /** Returns whether the kernel has taken every request that was written: it leaves some when it is short of memory. */
    boolean allTaken() {
        return tail == Layouts.getAcquire(sqHead);
    }

    /** Returns whether {@link #enter} has something to do: to submit requests, or to proceed with some. Only with SETUP_TASKRUN_FLAG. */
    boolean isDue() {
        return !allTaken() || (Layouts.getAcquire(sqFlags) & (SQ_TASKRUN | SQ_CQ_OVERFLOW)) != 0;
    }

    /** Returns whether there are completions. */
    boolean hasAnswers() {
        return Layouts.getInt(cqHead) != Layouts.getAcquire(cqTail);
    }

    /** Returns the number of completions that are there now. */
    int answers() {
        return Layouts.getAcquire(cqTail) - Layouts.getInt(cqHead);
    }

    /** Handles the completions that are there now. */
    void drain(Completions completions) {
        int head = Layouts.getInt(cqHead);
        int end = Layouts.getAcquire(cqTail);
        while (head != end) {
            long at = answers + (long) (head & cqMask) * CQE_SIZE;
            long data = Layouts.getLong(at);
            int result = Layouts.getInt(at + CQE_RESULT);
            int flags = Layouts.getInt(at + CQE_FLAGS);
            // The entry is released before it is handled: its place is needed if the handling submits requests.
            Layouts.putRelease(cqHead, ++head);
            completions.completed(data, result, flags);
        }
    }

    /** Cancels the requests in progress and releases everything. */
    @Override
    public void close() throws IOException {
        try {
            cancel(-1);
        } finally {
            closed = true;
            calls.munmap(requests, requestsSize);
            calls.munmap(rings, ringsSize);
            calls.close(descriptor);
            arena.close();
        }
    }
}
