package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.Platform;
import dev.gearbox.engines.linux.system.Sockaddr;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Client connections through io_uring, in chains: the kernel begins each request of a chain when the one before has succeeded, so that sending, receiving,
 * closing and connecting again are submitted at once. The sockets are IPv4, in numbered slots: direct descriptors, which do not count as descriptors of the process.
 *
 * <p>A send, a new socket and its option, a bind and a close that is linked complete silently unless they fail. If a silent request fails, the rest of its
 * chain does not complete at all; if another one fails (a receive also by too few bytes), every request of the rest completes as cancelled.
 *
 * <p>Confined to the thread that created it. Payloads must stay reachable until their sends have completed.
 */
public final class SocketRing implements AutoCloseable {
    /** The result of a receive or connect that was cancelled. */
    public static final int CANCELLED = -Constants.ECANCELED;

    /** The result of {@link #probe} where nothing has arrived. */
    public static final int NOTHING = -Constants.EAGAIN;

    /** Receives the completion of a request. */
    @FunctionalInterface
    public interface Completion {
        /**
         * A request has completed.
         *
         * @param data of the request
         * @param result bytes, or the errno as a negative number
         */
        void completed(long data, int result);
    }

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment one = arena.allocateFrom(ValueLayout.JAVA_INT, 1);
    private final MemorySegment memory;
    private final ByteBuffer received;
    private final List<Sockaddr> sources;
    private final List<Sockaddr> destinations;
    private final Ring.Completions completions;
    private final Ring ring;

    /**
     * Creates a ring without connections.
     *
     * @param slots the maximum number of connections
     * @param bytes of the memory for received bytes
     * @param sources to which {@link #bind} binds; IPv4
     * @param destinations to which the slots connect; IPv4
     * @param completion receives all completions, in {@link #deliver}
     * @throws IOException if the kernel refuses it, or the process may not have so many slots (limit: ulimit -n)
     */
    public SocketRing(
            int slots,
            int bytes,
            List<InetSocketAddress> sources,
            List<InetSocketAddress> destinations,
            Completion completion)
            throws IOException {
        memory = arena.allocate(bytes);
        received = memory.asByteBuffer();
        this.sources = names(sources);
        this.destinations = names(destinations);
        completions = (data, result, flags) -> completion.completed(data, result);
        try {
            ring = new Ring(new Syscalls(), SETUP_TASKRUN_FLAG);
        } catch (IOException refused) {
            arena.close();
            throw refused;
        }
        try {
            ring.enable();
            ring.registerSlots(slots);
        } catch (IOException refused) {
            close();
            throw refused;
        }
    }

    /** Returns why a ring cannot be created on this machine; empty if it can. */
    public static Optional<String> absence() {
        return Platform.absence()
                .or(UringSupport::absence)
                .or(() -> Ring.knows(new Syscalls(), OP_SOCKET)
                        ? Optional.empty()
                        : Optional.of("this kernel's io_uring cannot create sockets"));
    }

    /** Returns whether this kernel can bind a socket in a chain (since Linux 6.11). */
    public static boolean canBind() {
        return Ring.knows(new Syscalls(), OP_BIND);
    }

    private static List<Sockaddr> names(List<InetSocketAddress> addresses) {
        return addresses.stream()
                .map(address -> new Sockaddr().set(address, false))
                .toList();
    }

    /** Returns the exception that the JDK's sockets throw for this result. */
    public static IOException failure(int result, boolean connecting) {
        return connecting ? Errno.connect(result) : Errno.failure(result);
    }

    /** Returns the memory for received bytes; its position and limit are the caller's. */
    public ByteBuffer received() {
        return received;
    }

    /** Announces a chain of at most so many requests: what follows is submitted together. */
    public void chain(int requests) {
        ring.reserve(requests);
    }

    /** Creates a socket in a slot, linked to the request that must follow. */
    public void socket(int slot, long data) {
        int operation = operation(OP_SOCKET, LINK | CQE_SKIP_SUCCESS);
        ring.request(operation, Constants.AF_INET, Constants.SOCK_STREAM, 0, 0, 0, data, 0, slot + 1);
    }

    /**
     * Lets a bind to port 0 leave the choice of the port to the connect ({@code IP_BIND_ADDRESS_NO_PORT}), linked to the bind that must follow. The connect
     * takes any port that is free for both addresses, and those in TIME_WAIT after a second; a bind searches for one that nothing has used for a minute.
     */
    public void choosePortLate(int slot, long data) {
        int operation = operation(OP_URING_CMD, FIXED_FILE | LINK | CQE_SKIP_SUCCESS);
        long option = Constants.IPPROTO_IP | (long) Constants.IP_BIND_ADDRESS_NO_PORT << Integer.SIZE;
        ring.request(operation, slot, SOCKET_SETSOCKOPT, option, 0, 0, data, 0, Integer.BYTES, one.address());
    }

    /**
     * Binds the socket of a slot to a source address, linked to the connect that must follow.
     *
     * @param source its index
     */
    public void bind(int slot, int source, long data) {
        Sockaddr name = sources.get(source);
        int operation = operation(OP_BIND, FIXED_FILE | LINK | CQE_SKIP_SUCCESS);
        ring.request(operation, slot, name.length(), name.memory().address(), 0, 0, data, 0, 0);
    }

    /**
     * Connects the socket of a slot.
     *
     * @param destination its index
     * @param linked whether another request of the chain follows
     */
    public void connect(int slot, int destination, boolean linked, long data) {
        Sockaddr name = destinations.get(destination);
        int operation = operation(OP_CONNECT, FIXED_FILE | (linked ? LINK : 0));
        ring.request(operation, slot, name.length(), name.memory().address(), 0, 0, data, 0, 0);
    }

    /** Sends all these bytes, linked to the request that must follow. */
    public void send(int slot, MemorySegment payload, int from, int length, long data) {
        Objects.checkFromIndexSize(from, length, payload.byteSize());
        int operation = operation(OP_SEND, FIXED_FILE | LINK | CQE_SKIP_SUCCESS);
        ring.request(operation, slot, 0, payload.address() + from, length, Constants.MSG_WAITALL, data, 0, 0);
    }

    /**
     * Receives exactly so many bytes; less only when no more will come.
     *
     * @param at the place in {@link #received}
     * @param linked whether another request of the chain follows
     */
    public void receive(int slot, int at, int length, boolean linked, long data) {
        int operation = operation(OP_RECV, FIXED_FILE | (linked ? LINK : 0));
        ring.request(operation, slot, 0, received(at, length), length, Constants.MSG_WAITALL, data, 0, 0);
    }

    /**
     * Receives a byte that should not be there: completes with {@link #NOTHING} if none has arrived, with 0 after the end.
     *
     * @param at the place in {@link #received}
     * @param linked whether another request of the chain follows, whatever the result is
     */
    public void probe(int slot, int at, boolean linked, long data) {
        int operation = operation(OP_RECV, FIXED_FILE | (linked ? HARD_LINK : 0));
        ring.request(operation, slot, 0, received(at, 1), 1, Constants.MSG_DONTWAIT, data, 0, 0);
    }

    /**
     * Sends nothing, which fails if the connection has been reset. A receive that ends early does not tell: a reset that it met behind the first bytes is
     * forgotten then. Not part of a chain.
     */
    public void sendNothing(int slot, long data) {
        ring.request(operation(OP_SEND, FIXED_FILE), slot, 0, memory.address(), 0, 0, data, 0, 0);
    }

    /**
     * Closes the socket of a slot in an orderly way.
     *
     * @param linked whether another request of the chain follows; if not, the close completes visibly
     */
    public void close(int slot, boolean linked, long data) {
        ring.request(operation(OP_CLOSE, linked ? LINK | CQE_SKIP_SUCCESS : 0), 0, 0, 0, 0, 0, data, 0, slot + 1);
    }

    /** Cancels the request that is in progress on the socket of a slot, if any, and so the rest of its chain. Completes visibly. */
    public void cancel(int slot, long data) {
        int flags = CANCEL_ALL | CANCEL_FD | CANCEL_FD_FIXED;
        ring.request(operation(OP_ASYNC_CANCEL, 0), slot, 0, 0, 0, flags, data, 0, 0);
    }

    private static int operation(int operation, int flags) {
        return operation | flags << Byte.SIZE;
    }

    private long received(int at, int length) {
        Objects.checkFromIndexSize(at, length, memory.byteSize());
        return memory.address() + at;
    }

    /**
     * Submits what was requested and lets the kernel proceed with the chains. Makes no system call if there is nothing to do and to wait for, so that a thread
     * may spin.
     *
     * @param nanos how long to wait for a completion; 0: not at all
     * @return the number of completions that {@link #deliver} will deliver
     */
    public int enter(long nanos) {
        if (nanos > 0 || ring.isDue()) {
            ring.enter(nanos > 0 ? 1 : 0, nanos);
        }
        return ring.answers();
    }

    /** Delivers the completions. */
    public void deliver() {
        ring.drain(completions);
    }

    /** Cancels the requests in progress and closes all connections. */
    @Override
    public void close() throws IOException {
        try {
            ring.close();
        } finally {
            arena.close();
        }
    }
}
