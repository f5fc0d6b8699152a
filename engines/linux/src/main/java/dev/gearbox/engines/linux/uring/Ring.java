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
 * One io_uring: a queue of requests to the kernel and a queue of its answers, both in memory that it shares with us. Requests are written, and
 * all handed over with the next {@link #enter}, which also waits: one system call for any number of reads and writes.
 *
 * <p>Single issuer, deferred task work: the kernel works for this ring only inside {@link #enter}, on the thread that called it, and interrupts
 * it nowhere else. Made by any thread; everything else belongs to the one that calls {@link #enable}. Sockets are held in the ring's own table
 * of direct descriptors, which are none of the process's.
 */
final class Ring implements AutoCloseable {
    /** What takes completions. */
    @FunctionalInterface
    interface Completions {
        /**
         * A request was answered.
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
    /** Until the ring is closed: what the kernel is told by address must not be collected meanwhile. */
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
    private final long cqHead;
    private final long cqTail;
    private final int cqMask;
    private final long answers;
    private boolean closed;
    /** Behind the last request that was written. */
    private int tail;

    /**
     * @param calls of the thread that will own it
     * @throws IOException if the kernel refuses
     */
    Ring(Syscalls calls) throws IOException {
        this.calls = calls;
        MemorySegment params = arena.allocate(PARAMS_SIZE, 8);
        descriptor = setup(calls, params);
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
        sqMask = Layouts.getInt(rings + field(params, PARAMS_SQ_MASK));
        cqHead = rings + field(params, PARAMS_CQ_HEAD);
        cqTail = rings + field(params, PARAMS_CQ_TAIL);
        cqMask = Layouts.getInt(rings + field(params, PARAMS_CQ_MASK));
        answers = rings + field(params, PARAMS_CQ_CQES);
    }

    /** Asks the kernel for a ring: its descriptor, or the errno as a negative number. Says by that whether there can be one. */
    static int probe(Syscalls calls) {
        try (Arena probing = Arena.ofConfined()) {
            return setup(calls, probing.allocate(PARAMS_SIZE, 8));
        }
    }

    /** Asks the kernel whether a ring of its own knows an operation. */
    static boolean knows(Syscalls calls, int operation) {
        try (Arena probing = Arena.ofConfined()) {
            int ring = setup(calls, probing.allocate(PARAMS_SIZE, 8));
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

    private static int setup(Syscalls calls, MemorySegment params) {
        params.set(ValueLayout.JAVA_INT, PARAMS_FLAGS, FLAGS);
        params.set(ValueLayout.JAVA_INT, PARAMS_CQ_ENTRIES, ANSWERS);
        return (int) calls.syscall(IO_URING_SETUP, REQUESTS, params.address(), 0, 0, 0, 0);
    }

    private static int field(MemorySegment params, int offset) {
        return params.get(ValueLayout.JAVA_INT, offset);
    }

    /** Has {@code slots} direct descriptors from now on. */
    void registerSlots(int slots) throws IOException {
        MemorySegment files = arena.allocate(FILES_SIZE, 8);
        files.set(ValueLayout.JAVA_INT, 0, slots);
        files.set(ValueLayout.JAVA_INT, FILES_FLAGS, FILES_SPARSE);
        require("no room for " + slots + " direct descriptors", register(REGISTER_FILES2, files, FILES_SIZE));
    }

    /** Pins equal buffers that lie one behind the other: requests then name them by their number. */
    void registerFixedBuffers(long address, int count, int size) throws IOException {
        MemorySegment vectors = arena.allocate((long) count * IOVEC_SIZE, 8);
        for (int i = 0; i < count; i++) {
            vectors.set(ValueLayout.JAVA_LONG, (long) i * IOVEC_SIZE, address + (long) i * size);
            vectors.set(ValueLayout.JAVA_LONG, (long) i * IOVEC_SIZE + IOVEC_LENGTH, size);
        }
        long result = register(REGISTER_BUFFERS, vectors, count);
        require("no room for " + count + " pinned buffers of " + size + " bytes (limit: ulimit -l)", result);
    }

    /** Receives into the buffers of this ring of buffers from now on. */
    void registerBuffers(long address, int entries, int group) throws IOException {
        MemorySegment buffers = arena.allocate(BUFFERS_SIZE, 8);
        buffers.set(ValueLayout.JAVA_LONG, 0, address);
        buffers.set(ValueLayout.JAVA_INT, BUFFERS_ENTRIES, entries);
        buffers.set(ValueLayout.JAVA_SHORT, BUFFERS_GROUP, (short) group);
        require("no ring of buffers", register(REGISTER_PBUF_RING, buffers, 1));
    }

    /** Begins to work, for the current thread. */
    void enable() throws IOException {
        require("a ring cannot be enabled", register(REGISTER_ENABLE_RINGS, MemorySegment.NULL, 0));
    }

    /**
     * Breaks requests off and returns when that is done; their completions say so, as far as they are not done already.
     *
     * @param file whose requests; negative for all there are
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

    /** Behind the end its memory is not ours. */
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
     * Writes a request, handed over with the next {@link #enter}. The fields are those of struct io_uring_sqe.
     *
     * @param operation with its flags in the second byte and its priority in the upper half
     * @param group of buffers
     * @param slot of the direct descriptor that is made or closed, plus one; of a receive, after how many bytes it ends
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
        Layouts.putLong(at + 6 * WORD, 0);
        Layouts.putLong(at + 7 * WORD, 0);
    }

    private static long words(int lower, int upper) {
        return Integer.toUnsignedLong(lower) | (long) upper << 32;
    }

    /** Hands over what was written, without waiting. */
    void submit() {
        enter(0, 0);
    }

    /**
     * Hands over what was written, and waits.
     *
     * @param least for how many answers
     * @param nanos for how long at most; {@link Long#MAX_VALUE} for ever
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
        // A wait that ended without an answer; or answers have to be taken first, or memory is short: the next round
        // tries again.
        if (result < 0
                && result != -Constants.ETIME
                && result != -Constants.EINTR
                && result != -Constants.EBUSY
                && result != -Constants.EAGAIN) {
            throw new IllegalStateException("io_uring_enter: " + Syscalls.words((int) -result));
        }
    }

    /** Whether the kernel has taken every request that was written: it leaves some when it is short of memory. */
    boolean allTaken() {
        return tail == Layouts.getAcquire(sqHead);
    }

    /** Whether there are answers. */
    boolean hasAnswers() {
        return Layouts.getInt(cqHead) != Layouts.getAcquire(cqTail);
    }

    /** Takes the answers that there are now. */
    void drain(Completions completions) {
        int head = Layouts.getInt(cqHead);
        int end = Layouts.getAcquire(cqTail);
        while (head != end) {
            long at = answers + (long) (head & cqMask) * CQE_SIZE;
            long data = Layouts.getLong(at);
            int result = Layouts.getInt(at + CQE_RESULT);
            int flags = Layouts.getInt(at + CQE_FLAGS);
            // Given back before it is handled: its place is needed if the handling submits.
            Layouts.putRelease(cqHead, ++head);
            completions.completed(data, result, flags);
        }
    }

    /** Breaks off what is under way and lets everything go. */
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
