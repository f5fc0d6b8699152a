package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.SimulatedRequest.State.*;
import static dev.gearbox.engines.linux.uring.UringConstants.*;
import static java.util.Objects.requireNonNull;

import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.engines.linux.SimulatedSocket;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Layouts;
import dev.gearbox.engines.linux.system.Syscalls;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A kernel under one ring, which does on purpose whatever a kernel may do: completes late and in any order, does not find requests to cancel, accepts part of a
 * send, runs out of buffers, descriptors and memory. Everything is drawn from a seed and happens inside the ring's one system call, on the loop's thread; so a
 * run can be replayed. It has its own clock.
 *
 * <p>It follows the kernel's code where that matters: {@link SimulatedRequest.State}; a multishot receive ends only with a completion that says so; a cancelled
 * send reports how much was sent; an object without references is closed, with a reset if unread bytes of the peer were left.
 */
public final class SimulatedKernel extends Kernel {
    private static final int FIRST_DESCRIPTOR = 1 << 20;
    private static final int CONNECTION_RESET = -104;
    private static final int BROKEN_PIPE = -32;
    private static final int ALREADY = -114;
    private static final int NOT_CONNECTED = -107;
    private static final int NO_SUCH_SLOT = -Constants.EBADF;

    /** What happens outside the kernel. On the loop's thread, while the ring is entered. */
    public interface World {
        /** Makes one thing happen, of any kind. */
        void step();

        /** Does everything well-behaved that is possible; returns whether there was anything. */
        boolean settle();

        /** Nothing is left to be done: returns whether there is more to come. */
        boolean quiet();

        /** The run cannot continue. */
        void fail(Throwable defect);
    }

    public final SplittableRandom random;
    public final RingLedger ledger = new RingLedger();
    public final Map<Integer, SimulatedSocket> descriptors = new HashMap<>();
    public final List<SimulatedRequest> requests = new ArrayList<>();
    /** Whether it injects failures; otherwise all goes well. */
    public boolean rough;
    /** Whether no descriptor is available. */
    public boolean exhausted;
    /** Whether no buffer is available. */
    public boolean bufferless;
    /** Whether a multishot receive misses a reset behind bytes, as in Linux before 7.0. */
    private final boolean losesResets;

    /** Whether a multishot receive may have a limit, as since Linux 6.17. */
    private final boolean knowsLimits;

    /** Accepts that failed for lack of a descriptor. */
    public int vainAccepts;

    @Nullable
    SimulatedSocket[] slots = {};

    /** All requests so far, by their numbers. */
    public final Map<Integer, SimulatedSocket> sockets = new HashMap<>();

    @Nullable
    public SimulatedSocket listening;
    /** A hash of all completions, in their order, to compare two runs. */
    public long trace;

    private @Nullable World world;
    private long now = 1_000_000_000_000L;
    private int nextDescriptor = FIRST_DESCRIPTOR;
    private int nextNumber = 1;
    private volatile boolean woken;
    private @Nullable SimulatedCalls ring;
    private long bufferRing;
    private int bufferMask;
    private short bufferHead;

    public SimulatedKernel(long seed) {
        this(seed, false);
    }

    public SimulatedKernel(long seed, boolean losesResets) {
        random = new SplittableRandom(seed);
        this.losesResets = losesResets;
        knowsLimits = random.nextBoolean();
    }

    @Override
    boolean noticesEnds() {
        return !losesResets;
    }

    @Override
    Syscalls calls() {
        return new SimulatedCalls(this);
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    DescriptorSocket socket(int descriptor, SocketAddress local, SocketAddress remote) {
        return new DescriptorSocket(descriptor, local, remote, this::close);
    }

    public void pass(long nanos) {
        now += nanos;
    }

    /** Returns true in one of {@code many} cases. */
    public boolean perhaps(int many) {
        return rough && random.nextInt(many) == 0;
    }

    void listening(SimulatedSocket socket) {
        listening = socket;
    }

    // ---- The outside

    /** Starts. Until then, a ring that waits just waits. From another thread. */
    public synchronized void play(World outside) {
        rough = true;
        world = outside;
        notifyAll();
    }

    /** Keeps a ring from being entered before or after the start by chance. */
    synchronized void awaitWorld() {
        try {
            while (world == null) {
                wait();
            }
        } catch (InterruptedException hurry) {
            throw interrupted(hurry);
        }
    }

    private static AssertionError interrupted(InterruptedException hurry) {
        return new AssertionError("a simulated wait is not to be interrupted", hurry);
    }

    /** In a ring that waits for a completion, at most for so long. */
    int await(long nanos, SimulatedCalls calls) {
        World outside = requireNonNull(world);
        long deadline = now + nanos;
        while (!calls.hasAnswers()) {
            if (nanos != Long.MAX_VALUE && now - deadline >= 0) {
                return -Constants.ETIME;
            }
            if (rough) {
                outside.step();
                pass(random.nextInt(100_000));
            } else if (!progress() && !outside.settle()) {
                if (nanos != Long.MAX_VALUE) {
                    now = deadline;
                } else if (!outside.quiet()) {
                    awaitWake();
                }
            }
        }
        return 0;
    }

    private synchronized void awaitWake() {
        try {
            while (!woken) {
                wait();
            }
        } catch (InterruptedException hurry) {
            throw interrupted(hurry);
        }
    }

    /** In a ring that does not wait. */
    synchronized void lookAround() {
        if (world == null) {
            return;
        }
        for (int count = random.nextInt(4); count > 0; count--) {
            if (rough) {
                world.step();
                pass(random.nextInt(100_000));
            } else {
                progress();
            }
        }
    }

    /** Reports a defect, in the ring or in its user. */
    synchronized void fail(Throwable defect) {
        rough = false;
        if (world != null) {
            world.fail(defect);
        }
    }

    // ---- Descriptors and slots

    public SimulatedSocket newSocket() {
        SimulatedSocket socket = new SimulatedSocket(nextNumber++);
        sockets.put(socket.number, socket);
        return socket;
    }

    int describe(SimulatedSocket socket) {
        if (exhausted) {
            return -Constants.EMFILE;
        }
        socket.holders++;
        descriptors.put(nextDescriptor, socket);
        return nextDescriptor++;
    }

    int close(int descriptor) {
        SimulatedSocket socket = descriptors.remove(descriptor);
        if (socket == null) {
            throw new AssertionError("closes a descriptor that is none: " + descriptor);
        }
        letGo(socket);
        return 0;
    }

    public SimulatedSocket of(int descriptor) {
        SimulatedSocket socket = descriptors.get(descriptor);
        if (socket == null) {
            throw new AssertionError("uses a descriptor that is none: " + descriptor);
        }
        return socket;
    }

    private int slot(SimulatedSocket socket) {
        for (int slot = 0; slot < slots.length; slot++) {
            if (slots[slot] == null) {
                slots[slot] = socket;
                socket.holders++;
                return slot;
            }
        }
        return -Constants.ENFILE;
    }

    public long slotsInUse() {
        return java.util.Arrays.stream(slots).filter(socket -> socket != null).count();
    }

    private void letGo(SimulatedSocket socket) {
        if (--socket.holders == 0) {
            socket.closed = true;
        }
    }

    // ---- The ring

    void wake() {
        synchronized (this) {
            woken = true;
            notifyAll();
        }
    }

    void enable(SimulatedCalls calls) {
        ring = calls;
    }

    void buffers(long address, int count) {
        bufferRing = address;
        bufferMask = count - 1;
    }

    public int buffersLeft() {
        return (Layouts.getInt(bufferRing + BUFFER_ID) >>> 16) - bufferHead & 0xffff;
    }

    /** A request was submitted. */
    void take(SimulatedRequest request) {
        ledger.requested(request);
        switch (request.operation) {
            case OP_ASYNC_CANCEL -> answer(request, cancel(request.address), 0);
            case OP_CLOSE -> answer(request, closeSlot(request.index - 1), 0);
            case OP_POLL_ADD -> {
                request.state = WAITS;
                requests.add(request);
            }
            default -> begin(request);
        }
    }

    private void begin(SimulatedRequest request) {
        if (request.operation != OP_FILES_UPDATE) {
            request.socket = request.has(FIXED_FILE) ? slots[request.file] : descriptors.get(request.file);
            if (request.socket == null) {
                throw new AssertionError("a request on what is no socket: " + request);
            }
            request.socket.holders++;
        }
        requests.add(request);
        boolean limited = (request.priority & RECV_MULTISHOT) != 0 && request.index > 0;
        if (request.operation == OP_RECV && limited && !knowsLimits) {
            answer(request, -Constants.EINVAL, 0);
        } else if (request.operation == OP_SHUTDOWN || (perhaps(12) && !request.isQuiet())) {
            request.state = WORKED_AT;
        } else if (request.isQuiet() || !perhaps(6)) {
            attempt(request);
        }
    }

    private int closeSlot(int slot) {
        SimulatedSocket socket = slots[slot];
        if (socket == null) {
            return NO_SUCH_SLOT;
        }
        slots[slot] = null;
        letGo(socket);
        return 0;
    }

    private int cancel(long data) {
        for (SimulatedRequest request : requests) {
            if (request.data == data) {
                return breakOff(request);
            }
        }
        return -Constants.ENOENT;
    }

    private int breakOff(SimulatedRequest request) {
        return switch (request.state) {
            case ABOUT -> -Constants.ENOENT;
            case WORKED_AT -> {
                if (random.nextBoolean()) {
                    request.state = BROKEN_OFF;
                }
                yield ALREADY;
            }
            default -> {
                request.state = BROKEN_OFF;
                yield 0;
            }
        };
    }

    /** At once, except for a request that is about to be retried. */
    int cancelAll(int descriptor) {
        int count = 0;
        for (SimulatedRequest request : List.copyOf(requests)) {
            if (descriptor < 0 || (request.socket != null && request.socket == descriptors.get(descriptor))) {
                if (request.state == WORKED_AT) {
                    request.state = BROKEN_OFF;
                } else {
                    breakOff(request);
                }
                count++;
            }
        }
        return count == 0 ? -Constants.ENOENT : count;
    }

    /** The ring is closed, with all requests in progress. */
    void release() {
        for (SimulatedRequest request : List.copyOf(requests)) {
            end(request);
        }
        for (int slot = 0; slot < slots.length; slot++) {
            closeSlot(slot);
        }
        ring = null;
    }

    /** Continues one request, if there is one that can continue; returns whether there was. */
    public boolean progress() {
        List<SimulatedRequest> able = new ArrayList<>();
        for (SimulatedRequest request : requests) {
            if (request.state != WAITS || isReady(request)) {
                able.add(request);
            }
        }
        if (able.isEmpty()) {
            return false;
        }
        goOn(able.get(random.nextInt(able.size())));
        return true;
    }

    private void goOn(SimulatedRequest request) {
        if (request.state == BROKEN_OFF) {
            boolean sends = request.operation == OP_SEND;
            // A request that waits in a kernel worker is interrupted there, and reports it.
            int nothing = sends && perhaps(3) ? -Constants.EINTR : -Constants.ECANCELED;
            answer(request, sends && request.done > 0 ? request.done : nothing, 0);
        } else if (request.state == WAITS && perhaps(5)) {
            request.state = ABOUT;
        } else {
            attempt(request);
        }
    }

    private boolean isReady(SimulatedRequest request) {
        if (request.operation == OP_POLL_ADD) {
            return woken;
        }
        SimulatedSocket socket = requireNonNull(request.socket);
        return switch (request.operation) {
            case OP_ACCEPT -> !socket.backlog.isEmpty();
            case OP_CONNECT -> request.disconnects() || socket.connectResult != null;
            case OP_RECV -> !request.deaf && (socket.waiting() > 0 || socket.peerEnded || socket.reset);
            case OP_SEND -> socket.reset || socket.space() > 0;
            default -> true;
        };
    }

    private void attempt(SimulatedRequest request) {
        request.state = WAITS;
        switch (request.operation) {
            case OP_POLL_ADD -> poll(request);
            case OP_ACCEPT -> accept(request);
            case OP_CONNECT -> connect(request);
            case OP_RECV -> receive(request);
            case OP_SEND -> send(request);
            case OP_SHUTDOWN -> {
                SimulatedSocket socket = requireNonNull(request.socket);
                socket.outputEnded = true;
                answer(request, socket.reset ? NOT_CONNECTED : 0, 0);
            }
            case OP_FILES_UPDATE -> install(request);
            case OP_FIXED_FD_INSTALL -> answer(request, describe(requireNonNull(request.socket)), 0);
            default -> throw new AssertionError("not simulated: " + request);
        }
    }

    private void poll(SimulatedRequest request) {
        if (woken) {
            woken = false;
            answer(request, Constants.EPOLLIN, perhaps(8) ? 0 : CQE_MORE);
        }
    }

    private void accept(SimulatedRequest request) {
        SimulatedSocket listening = requireNonNull(request.socket);
        boolean direct = request.index == ANY_SLOT;
        if (!direct && exhausted) {
            vainAccepts++;
            answer(request, -Constants.EMFILE, 0);
            return;
        }
        SimulatedSocket next = listening.backlog.poll();
        if (next != null) {
            SimulatedCalls.putAddress(request.offset, request.address, SimulatedCalls.PEERS + next.number);
            int number = direct ? slot(next) : describe(next);
            if (number < 0) {
                throw new AssertionError("a connection was accepted without a free slot");
            }
            answer(request, number, 0);
        }
    }

    private void connect(SimulatedRequest request) {
        SimulatedSocket socket = requireNonNull(request.socket);
        if (request.disconnects()) {
            socket.aborted = true;
            answer(request, 0, 0);
        } else if (socket.connectResult != null) {
            answer(request, socket.connectResult, 0);
        }
    }

    private void install(SimulatedRequest request) {
        int slot = slot(of(Layouts.getInt(request.address)));
        if (slot < 0) {
            throw new AssertionError("a socket is to be installed without a free slot");
        }
        Layouts.putInt(request.address, slot);
        answer(request, 1, 0);
    }

    /** As io_recv does: completion after completion, until the socket is empty, the limit is reached, or there is no buffer. */
    private void receive(SimulatedRequest request) {
        SimulatedSocket socket = requireNonNull(request.socket);
        while (socket.waiting() > 0) {
            if (bufferless || buffersLeft() == 0) {
                answer(request, -Constants.ENOBUFS, 0);
                return;
            }
            int limit = request.index;
            long at = bufferRing + (long) (bufferHead++ & bufferMask) * BUFFER_SIZE;
            long most = Math.min(socket.waiting(), Layouts.getInt(at + BUFFER_LENGTH));
            int count = (int) (limit > 0 ? Math.min(most, limit - request.done) : most);
            if (perhaps(4)) {
                count = 1 + random.nextInt(count);
            }
            long memory = Layouts.getLong(at);
            for (int index = 0; index < count; index++) {
                SimulatedCalls.putByte(memory + index, socket.at(socket.received + index));
            }
            socket.received += count;
            request.done += count;
            boolean more =
                    (request.priority & RECV_MULTISHOT) != 0 && (limit == 0 || request.done < limit) && !perhaps(20);
            int buffer = Layouts.getInt(at + BUFFER_ID) & 0xffff;
            answer(request, count, buffer << CQE_BUFFER_SHIFT | 1 | (more ? CQE_MORE : 0));
            if (!more) {
                return;
            }
            if (socket.waiting() > 0 && perhaps(3)) {
                return;
            }
            // Both had woken it, and it has checked once.
            request.deaf = losesResets && more && socket.waiting() == 0 && socket.reset;
            if (request.deaf) {
                return;
            }
        }
        if (socket.reset && !socket.resetTold) {
            socket.resetTold = true;
            answer(request, CONNECTION_RESET, 0);
        } else if (socket.peerEnded || socket.reset) {
            answer(request, 0, 0);
        }
    }

    private void send(SimulatedRequest request) {
        SimulatedSocket socket = requireNonNull(request.socket);
        if (socket.reset || socket.outputEnded) {
            answer(request, request.done > 0 ? request.done : socket.outputEnded ? BROKEN_PIPE : CONNECTION_RESET, 0);
            return;
        }
        int count = Math.min(socket.space(), request.length - request.done);
        if (count > 1 && perhaps(5)) {
            count = 1 + random.nextInt(count);
        }
        write(socket, request.address + request.done, count);
        request.done += count;
        if (request.done == request.length || (request.done > 0 && perhaps(40))) {
            answer(request, request.done, 0);
        } else if (request.isQuiet()) {
            answer(request, request.done > 0 ? request.done : -Constants.EAGAIN, 0);
        } else if (perhaps(6)) {
            request.state = random.nextBoolean() ? ABOUT : WORKED_AT;
        }
    }

    /** Bytes go to the peer, which should get back what it has sent. */
    public void write(SimulatedSocket socket, long address, int count) {
        for (int index = 0; index < count; index++) {
            byte expected = socket.at(socket.written + index);
            if (SimulatedCalls.getByte(address + index) != expected || socket.written + index >= socket.received) {
                throw new AssertionError(
                        "byte " + (socket.written + index) + " of what is sent is not what was received: " + socket);
            }
        }
        socket.written += count;
    }

    private void answer(SimulatedRequest request, int result, int flags) {
        boolean whole = request.operation != OP_SEND || result == request.length;
        if (!request.has(CQE_SKIP_SUCCESS) || result < 0 || !whole) {
            ledger.answered(request.data, result, flags);
            trace = trace * 31 + request.data * 7 + result * 3L + flags;
            requireNonNull(ring).post(request.data, result, flags);
        }
        if ((flags & CQE_MORE) == 0) {
            end(request);
        }
    }

    private void end(SimulatedRequest request) {
        request.state = ANSWERED;
        requests.remove(request);
        if (request.socket != null && request.operation != OP_POLL_ADD) {
            letGo(request.socket);
        }
    }
}
