package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.core.buffers.ReadSize;
import dev.gearbox.core.loop.EventLoop;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Sockaddr;
import dev.gearbox.engines.linux.system.Syscalls;
import dev.gearbox.engines.linux.system.Wakeup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An event loop on one ring: a round submits the requests of the last one, waits, and handles all completions. A request carries the number of its requester
 * and its kind; a requester keeps its number until the last of its requests has completed.
 *
 * <p>A small send is <em>quiet</em>: it is tried once, in the same call that submits it, and posts a completion only if the socket did not accept all of it. So
 * it ends no wait, and costs no call besides the one that waits for the next event. Its success is known when that call returns; if a requester has work to do
 * then, that call does not wait.
 */
final class UringLoop extends EventLoop implements Ring.Completions {
    /** Makes requests. */
    interface Requester {
        /**
         * A request has completed. On the loop's thread.
         *
         * @param kind of the request, in the requester's own numbering
         * @param result as of the system call, or the errno as a negative number
         * @param flags of the completion
         */
        void completed(int kind, int result, int flags);

        /** The loop ends, and cancels all requests next. On the loop's thread. */
        void abandoned();
    }

    /** Makes quiet sends. */
    interface QuietSender {
        /** Returns whether there is work to do after the quiet send, so that the loop should not wait first. On the loop's thread. */
        boolean urgent();

        /** The quiet send has been tried; it has succeeded unless it has posted a completion before. On the loop's thread. */
        void tried();
    }

    /** A socket address of the family AF_UNSPEC. */
    private static final MemorySegment NO_ADDRESS = Arena.global().allocate(2 * Long.BYTES);

    /** Completions of this kind are ignored: the request failed, and its purpose was achieved otherwise. */
    static final int UNHEARD = 0;

    private final Kernel kernel;
    private final Syscalls calls;
    private final Ring ring;
    private final BufferRing buffers;
    private final Wakeup wakeup;
    private final Requester wakeups = new Wakeups();
    private @Nullable Requester[] requesters = new Requester[1024];
    private int[] free = new int[1024];
    private int freeCount;
    private final RingSlots slots;
    private int made;
    /** Flag of a receive: multishot. Not set where an end could be missed: a receive that is requested again checks by itself. */
    private final int multishot;

    /** The number of bytes that a receive delivers before it is requested again; 0: no limit. */
    private int receiveLimit;
    /** Requesters of quiet sends since the ring was last entered. */
    private ArrayList<QuietSender> sending = new ArrayList<>();

    private ArrayList<QuietSender> tried = new ArrayList<>();
    /** Requests were left by the kernel, so the outcome of quiet sends is not known yet. */
    private boolean behind;

    private UringLoop(EngineBase engine, String threadName, int slots, Kernel kernel) throws IOException {
        super(engine, threadName);
        this.slots = new RingSlots(slots);
        this.kernel = kernel;
        calls = kernel.calls();
        multishot = kernel.noticesEnds() ? RECV_MULTISHOT : 0;
        receiveLimit = multishot == 0 ? 0 : ReadSize.LARGEST;
        ring = new Ring(calls);
        try {
            ring.registerSlots(slots);
            buffers = new BufferRing(ring, engine.pool());
            wakeup = new Wakeup(kernel.calls());
        } catch (IOException | RuntimeException failure) {
            ring.close();
            throw failure;
        }
    }

    /**
     * Starts a loop.
     *
     * @param slots the maximum number of connections
     * @throws UncheckedIOException if the kernel has no ring for it
     */
    static UringLoop start(EngineBase engine, String threadName, int slots, Kernel kernel) {
        UringLoop loop;
        try {
            loop = new UringLoop(engine, threadName, slots, kernel);
        } catch (IOException failure) {
            throw new UncheckedIOException("no io_uring: " + failure.getMessage(), failure);
        }
        loop.start();
        return loop;
    }

    Kernel kernel() {
        return kernel;
    }

    /** Returns the system calls of the loop's thread. */
    Syscalls calls() {
        return calls;
    }

    BufferRing buffers() {
        return buffers;
    }

    /** Returns a number for a new requester. On the loop's thread. */
    int enlist(Requester requester) {
        int id = freeCount > 0 ? free[--freeCount] : made++;
        if (id >= requesters.length) {
            requesters = Arrays.copyOf(requesters, requesters.length * 2);
        }
        requesters[id] = requester;
        return id;
    }

    /** Releases the requester's number: none of its requests is in progress any more. On the loop's thread. */
    void dismiss(int id) {
        requesters[id] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, free.length * 2);
        }
        free[freeCount++] = id;
    }

    /** Returns the slots for connections. */
    RingSlots slots() {
        return slots;
    }

    // ---- Requests. All on the loop's thread, and submitted at the end of the round.

    void accept(int id, int kind, int listening, Sockaddr peer, boolean direct) {
        ring.request(
                OP_ACCEPT,
                listening,
                peer.lengthMemory().address(),
                peer.memory().address(),
                0,
                direct ? 0 : Constants.SOCK_CLOEXEC,
                data(id, kind),
                0,
                direct ? ANY_SLOT : 0);
    }

    void connect(int id, int kind, int descriptor, Sockaddr peer) {
        ring.request(OP_CONNECT, descriptor, peer.length(), peer.memory().address(), 0, 0, data(id, kind), 0, 0);
    }

    /**
     * Sends a reset, as a connect to no address does (connect(2)): socket options of a slot cannot be set before Linux 6.7. Completes when that is done; the
     * slot stays.
     */
    void reset(int id, int kind, int slot) {
        ring.request(
                OP_CONNECT | FIXED_FILE << 8,
                slot,
                NO_ADDRESS.byteSize(),
                NO_ADDRESS.address(),
                0,
                0,
                data(id, kind),
                0,
                0);
    }

    /** Installs a descriptor in a slot, whose number replaces the descriptor's in memory. */
    void install(int id, int kind, long descriptorAddress) {
        ring.request(OP_FILES_UPDATE, -1, ANY_SLOT, descriptorAddress, 1, 0, data(id, kind), 0, 0);
    }

    /**
     * Receives, buffer after buffer, until it is cancelled, there is no buffer, or the bytes of one read have arrived: a fast peer delivers no more than that
     * before a session's pause takes effect. Kernels before 6.17 do not support this limit, and reject the request as invalid.
     *
     * @return whether it has a limit
     */
    boolean receive(int id, int kind, int slot) {
        ring.request(
                OP_RECV | (FIXED_FILE | BUFFER_SELECT) << 8 | multishot << 16,
                slot,
                0,
                0,
                0,
                0,
                data(id, kind),
                BufferRing.GROUP,
                receiveLimit);
        return receiveLimit > 0;
    }

    /** A receive that had a limit was invalid: the following ones have none. */
    void liftLimit() {
        receiveLimit = 0;
    }

    /** Waits until the socket accepts some of it, and completes with how much that was: with a slow peer, sending all of it may take any time. */
    void send(int id, int kind, int slot, long address, int length) {
        send(id, kind, slot, address, length, 0, 0);
    }

    /**
     * A quiet send posted a completion after all. While the kernel has yet to take all requests, its sender is in a list that later rounds read, and must not
     * be taken there for the sender of the next quiet send, which that round has not submitted.
     */
    void answered(QuietSender sender) {
        if (behind) {
            sending.remove(sender);
        }
    }

    /** Sends what the socket accepts at once, and posts a completion only if that is not all of it. */
    void sendQuietly(QuietSender sender, int id, int kind, int slot, long address, int length) {
        sending.add(sender);
        send(id, kind, slot, address, length, CQE_SKIP_SUCCESS, Constants.MSG_WAITALL | Constants.MSG_DONTWAIT);
    }

    private void send(int id, int kind, int slot, long address, int length, int requestFlags, int sendFlags) {
        ring.request(
                OP_SEND | (FIXED_FILE | requestFlags) << 8,
                slot,
                0,
                address,
                length,
                Constants.MSG_NOSIGNAL | sendFlags,
                data(id, kind),
                0,
                0);
    }

    /** Shuts down a connection's output; completes when that is done. */
    void shutdown(int id, int kind, int slot) {
        ring.request(OP_SHUTDOWN | FIXED_FILE << 8, slot, 0, 0, Constants.SHUT_WR, 0, data(id, kind), 0, 0);
    }

    /** Creates a descriptor of the process for a slot, which stays. */
    void export(int id, int kind, int slot) {
        ring.request(OP_FIXED_FD_INSTALL | FIXED_FILE << 8, slot, 0, 0, 0, 0, data(id, kind), 0, 0);
    }

    /** Cancels one request, if the kernel finds it, and completes as {@code answer}: {@link UringRequest} retries until the request has completed. */
    void cancel(int id, int kind, int answer) {
        ring.request(OP_ASYNC_CANCEL, -1, 0, data(id, kind), 0, 0, data(id, answer), 0, 0);
    }

    /** Cancels synchronously what is in progress on a descriptor. */
    void cancelAll(int descriptor) throws IOException {
        ring.cancel(descriptor);
    }

    /** Closes a connection whose requests have all completed, and releases its slot. */
    void close(int slot) {
        vacate(slot);
        slots.release();
    }

    /** Closes a connection whose requests have all completed; its slot stays reserved. */
    void vacate(int slot) {
        ring.request(OP_CLOSE | CQE_SKIP_SUCCESS << 8, 0, 0, 0, 0, 0, UNHEARD, 0, slot + 1);
    }

    private static long data(int id, int kind) {
        return (long) kind << 32 | id;
    }

    // ---- The loop

    @Override
    protected void onStart() {
        try {
            ring.enable();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        awaitWakeups(enlist(wakeups));
    }

    private void awaitWakeups(int id) {
        ring.request(
                OP_POLL_ADD,
                wakeup.descriptor(),
                0,
                0,
                POLL_MULTISHOT,
                Constants.EPOLLIN | Constants.EPOLLET,
                data(id, 1),
                0,
                0);
    }

    private final class Wakeups implements Requester {
        @Override
        public void completed(int kind, int result, int flags) {
            if ((flags & CQE_MORE) == 0) {
                awaitWakeups(0);
            }
        }

        @Override
        public void abandoned() {}
    }

    @Override
    protected void poll(long nanos) {
        buffers.mend();
        if (nanos == 0 || ring.hasAnswers() || anyUrgent()) {
            ring.submit();
        } else {
            ring.enter(1, nanos);
        }
        behind = !ring.allTaken();
        if (behind) {
            ring.drain(this);
            return;
        }
        ArrayList<QuietSender> senders = sending;
        sending = tried;
        tried = senders;
        ring.drain(this);
        for (int i = 0; i < senders.size(); i++) {
            QuietSender sender = senders.get(i);
            try {
                sender.tried();
            } catch (Throwable defect) {
                failed(sender, defect);
            }
        }
        senders.clear();
    }

    private boolean anyUrgent() {
        for (int i = 0; i < sending.size(); i++) {
            if (sending.get(i).urgent()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void completed(long data, int result, int flags) {
        int kind = (int) (data >>> 32);
        Requester requester = kind == UNHEARD ? null : requesters[(int) data];
        if (requester != null) {
            awaken();
            try {
                requester.completed(kind, result, flags);
            } catch (Throwable defect) {
                failed(requester, defect);
            }
            worked(requester);
        }
    }

    @Override
    protected void wakeup() {
        wakeup.wake();
    }

    @Override
    protected void onStop() {
        for (Requester requester : requesters) {
            if (requester != null) {
                requester.abandoned();
            }
        }
        try {
            ring.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("a ring does not close", failure);
        } finally {
            buffers.release();
            wakeup.close();
        }
    }
}
