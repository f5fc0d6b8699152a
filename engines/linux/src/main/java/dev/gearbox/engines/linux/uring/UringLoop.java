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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * An event loop on one ring: a round hands over what the last one asked for, waits, and takes all answers. A request carries the number of
 * whoever made it and what it was; whoever has requests under way keeps his number until the last of them is answered.
 *
 * <p>A small send is <em>quiet</em>: it is tried once, in the very call that hands it over, and answers only if the socket did not take all of it.
 * So it ends no wait, and costs no call but the one that waits for the next event. That it went well is known when that call returns; if
 * somebody has something to do then, that call does not wait.
 */
final class UringLoop extends EventLoop implements Ring.Completions {
    /** Who makes requests. */
    interface Requester {
        /**
         * On the loop's thread: a request was answered.
         *
         * @param kind what it was, in the requester's own numbers
         * @param result as of the system call, or the errno as a negative number
         * @param flags of the completion
         */
        void completed(int kind, int result, int flags);

        /** On the loop's thread: the loop ends, and breaks off all requests next. */
        void abandoned();
    }

    /** Who sends quietly. */
    interface QuietSender {
        /** On the loop's thread: whether something has to be done behind the quiet send, so that the loop had better not wait first. */
        boolean urgent();

        /** On the loop's thread: the quiet send has been tried; it is done unless it has answered before. */
        void tried();
    }

    /** Answers to this kind of request interest nobody: it failed, and what it was for has happened otherwise. */
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
    private final Queue<Runnable> waitingForSlots = new ArrayDeque<>();
    private int made;
    private int slots;
    /** Of a receive: that it goes on. Not where an end could be missed: one that is asked for anew looks for itself. */
    private final int multishot;

    /** So much a receive brings before it is asked for anew; 0: no limit. */
    private int receiveLimit;
    /** Who has written a quiet send since the ring was last entered. */
    private ArrayList<QuietSender> sending = new ArrayList<>();

    private ArrayList<QuietSender> tried = new ArrayList<>();
    /** The kernel has left requests, so that those who have sent quietly do not know yet. */
    private boolean behind;

    private UringLoop(EngineBase engine, String threadName, int slots, Kernel kernel) throws IOException {
        super(engine, threadName);
        this.slots = slots;
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
     * A loop that runs.
     *
     * @param slots how many connections it can have
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

    /** The calls of the loop's thread. */
    Syscalls calls() {
        return calls;
    }

    BufferRing buffers() {
        return buffers;
    }

    /** On the loop's thread: a number for whoever wants to make requests. */
    int enlist(Requester requester) {
        int id = freeCount > 0 ? free[--freeCount] : made++;
        if (id >= requesters.length) {
            requesters = Arrays.copyOf(requesters, requesters.length * 2);
        }
        requesters[id] = requester;
        return id;
    }

    /** On the loop's thread: no request of his is under way any more. */
    void dismiss(int id) {
        requesters[id] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, free.length * 2);
        }
        free[freeCount++] = id;
    }

    /** Takes one of the places for connections, if there is one. */
    boolean takeSlot() {
        if (slots == 0) {
            return false;
        }
        slots--;
        return true;
    }

    /** Gives a place back: it is free when the next request is made. */
    void returnSlot() {
        slots++;
        Runnable first = waitingForSlots.poll();
        if (first != null) {
            first.run();
        }
    }

    /** Runs {@code then}, once, when a place is free again. */
    void awaitSlot(Runnable then) {
        waitingForSlots.add(then);
    }

    // ---- Requests. All on the loop's thread, and handed over at the end of the round.

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

    /** Puts a descriptor into a slot, whose number is written where the descriptor's was. */
    void install(int id, int kind, long descriptorAddress) {
        ring.request(OP_FILES_UPDATE, -1, ANY_SLOT, descriptorAddress, 1, 0, data(id, kind), 0, 0);
    }

    /**
     * Receives, buffer after buffer, until it is broken off, there is no buffer, or a read's worth has come: a peer that floods us brings no more
     * than that before a session's pause takes effect. Kernels before 6.17 know no such limit, and answer that the request is invalid.
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

    /** A receive that had a limit was invalid: the next ones have none. */
    void liftLimit() {
        receiveLimit = 0;
    }

    /** Waits until the socket takes something of it, and answers how much that was: with a slow peer all of it may take any time. */
    void send(int id, int kind, int slot, long address, int length) {
        send(id, kind, slot, address, length, 0, 0);
    }

    /**
     * A quiet send was answered after all. While the kernel has yet to take all requests its sender waits in a list that later rounds read, and
     * would stand there for the next quiet send, which that round has not handed over.
     */
    void answered(QuietSender sender) {
        if (behind) {
            sending.remove(sender);
        }
    }

    /** Sends what the socket takes at once, and answers only if that is not all of it. */
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

    /** Ends a connection's output; answered when that is done. */
    void shutdown(int id, int kind, int slot) {
        ring.request(OP_SHUTDOWN | FIXED_FILE << 8, slot, 0, 0, Constants.SHUT_WR, 0, data(id, kind), 0, 0);
    }

    /** Makes a descriptor of the process's of a slot, which stays. */
    void export(int id, int kind, int slot) {
        ring.request(OP_FIXED_FD_INSTALL | FIXED_FILE << 8, slot, 0, 0, 0, 0, data(id, kind), 0, 0);
    }

    /** Breaks one request off, if the kernel finds it, and is answered as {@code answer}: {@link UringRequest} asks until it is. */
    void cancel(int id, int kind, int answer) {
        ring.request(OP_ASYNC_CANCEL, -1, 0, data(id, kind), 0, 0, data(id, answer), 0, 0);
    }

    /** Breaks off at once what is under way on a descriptor. */
    void cancelAll(int descriptor) throws IOException {
        ring.cancel(descriptor);
    }

    /** Closes a connection whose requests are all answered, and returns its place. */
    void close(int slot) {
        vacate(slot);
        returnSlot();
    }

    /** Closes a connection's slot, whose requests are all answered; its place stays taken. */
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
