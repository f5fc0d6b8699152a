package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.engines.linux.SimulatedSocket;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Layouts;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Sockaddr;
import dev.gearbox.engines.linux.system.Syscalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.TreeSet;

/**
 * The system calls of a {@link SimulatedKernel}: those that the io_uring engine makes. The ring's memory is laid out as the kernel does it, so all of the
 * engine is tested. A {@link UringScript} decides what happens while a ring waits.
 */
public final class SimulatedCalls extends Syscalls {
    /** Of our listening socket. */
    static final int PORT = 4_000;
    /** Peers' ports: this plus their numbers. */
    public static final int PEERS = 10_000;

    private static final int RING = 1 << 19;
    private static final int EVENTS = RING + 1;
    private static final int REQUESTS = 4096;
    private static final int ANSWERS = 16384;
    // Where the heads, tails and masks of both queues lie, followed by the completions.
    private static final int SQ_HEAD = 0;
    private static final int SQ_TAIL = 4;
    private static final int SQ_MASK = 8;
    private static final int CQ_HEAD = 64;
    private static final int CQ_TAIL = 68;
    private static final int CQ_MASK = 72;
    private static final int CQES = 128;
    private static final int AFTER_BYTES = 16;

    @SuppressWarnings("restricted") // as Layouts
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final SimulatedKernel kernel;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment rings = arena.allocate(CQES + (long) ANSWERS * CQE_SIZE, 64);
    private final MemorySegment requests = arena.allocate((long) REQUESTS * SQE_SIZE, 64);
    /** Addresses of the descriptions of cancels: a ring that takes more memory each time has many. */
    private final Set<Long> cancelsAt = new TreeSet<>();

    private int entered;

    public SimulatedCalls(SimulatedKernel kernel) {
        this.kernel = kernel;
    }

    static void putByte(long address, byte value) {
        MEMORY.set(ValueLayout.JAVA_BYTE, address, value);
    }

    static byte getByte(long address) {
        return MEMORY.get(ValueLayout.JAVA_BYTE, address);
    }

    /** Writes an IPv4 socket address. */
    static void putAddress(long lengthAt, long at, int port) {
        Layouts.putInt(lengthAt, AFTER_BYTES);
        Layouts.putLong(at + 8, 0);
        putByte(at, (byte) Constants.AF_INET);
        putByte(at + 1, (byte) 0);
        putByte(at + 2, (byte) (port >>> 8));
        putByte(at + 3, (byte) port);
        for (int index = 0; index < 4; index++) {
            putByte(at + 4 + index, (byte) (index == 0 ? 127 : index == 3 ? 1 : 0));
        }
    }

    public int cancelsInMemory() {
        return cancelsAt.size();
    }

    // ---- Sockets

    @Override
    public int socket(int family, int type) {
        return kernel.describe(kernel.newSocket());
    }

    @Override
    public int bind(int fd, Sockaddr name) {
        kernel.of(fd).anyAddress = LinuxSockets.isAny(name.get());
        return 0;
    }

    @Override
    public int listen(int fd, int backlog) {
        kernel.listening(kernel.of(fd));
        return 0;
    }

    @Override
    public int setsockopt(int fd, int level, int option, int value) {
        kernel.of(fd);
        return 0;
    }

    @Override
    public int setBlocking(int fd, boolean blocking) {
        kernel.of(fd);
        return 0;
    }

    @Override
    public int getsockname(int fd, Sockaddr name) {
        name.set(
                kernel.of(fd).anyAddress
                        ? new InetSocketAddress(PORT)
                        : new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT),
                false);
        return 0;
    }

    @Override
    public int getpeername(int fd, Sockaddr name) {
        name.set(new InetSocketAddress(InetAddress.getLoopbackAddress(), PEERS + kernel.of(fd).number), false);
        return 0;
    }

    @Override
    public int close(int fd) {
        if (fd == EVENTS) {
            return 0;
        }
        if (fd == RING) {
            kernel.fail(new AssertionError("the loop has ended"));
            kernel.release();
            return 0;
        }
        return kernel.close(fd);
    }

    @Override
    public long descriptorLimit() {
        return 1 << 16;
    }

    // ---- Wake-ups

    @Override
    public int eventfd() {
        return EVENTS;
    }

    @Override
    public int write(int fd, long address, int length) {
        kernel.wake();
        return length;
    }

    // ---- The ring

    @Override
    public long mmap(long length, int flags, int fd, long offset) {
        return offset == OFFSET_SQES ? requests.address() : rings.address();
    }

    @Override
    public int munmap(long address, long length) {
        return 0;
    }

    @Override
    public long syscall(long number, long a, long b, long c, long d, long e, long f) {
        return switch ((int) number) {
            case IO_URING_SETUP -> setup(b);
            case IO_URING_REGISTER -> register((int) b, c);
            default -> {
                try {
                    yield enter((int) b, (int) c, e);
                } catch (Throwable defect) {
                    kernel.fail(defect);
                    throw defect;
                }
            }
        };
    }

    private int setup(long params) {
        Layouts.putInt(params + PARAMS_SQ_ENTRIES, REQUESTS);
        Layouts.putInt(params + PARAMS_CQ_ENTRIES, ANSWERS);
        Layouts.putInt(params + PARAMS_FEATURES, FEATURE_EXT_ARG);
        Layouts.putInt(params + PARAMS_SQ_HEAD, SQ_HEAD);
        Layouts.putInt(params + PARAMS_SQ_TAIL, SQ_TAIL);
        Layouts.putInt(params + PARAMS_SQ_MASK, SQ_MASK);
        Layouts.putInt(params + PARAMS_CQ_HEAD, CQ_HEAD);
        Layouts.putInt(params + PARAMS_CQ_TAIL, CQ_TAIL);
        Layouts.putInt(params + PARAMS_CQ_MASK, CQ_MASK);
        Layouts.putInt(params + PARAMS_CQ_CQES, CQES);
        Layouts.putInt(rings.address() + SQ_MASK, REQUESTS - 1);
        Layouts.putInt(rings.address() + CQ_MASK, ANSWERS - 1);
        return RING;
    }

    private int register(int what, long argument) {
        switch (what) {
            case REGISTER_FILES2 -> kernel.slots = new SimulatedSocket[Layouts.getInt(argument)];
            case REGISTER_PBUF_RING ->
                kernel.buffers(Layouts.getLong(argument), Layouts.getInt(argument + BUFFERS_ENTRIES));
            case REGISTER_ENABLE_RINGS -> kernel.enable(this);
            case REGISTER_SYNC_CANCEL -> {
                cancelsAt.add(argument);
                boolean any = (Layouts.getInt(argument + SYNC_CANCEL_FLAGS) & CANCEL_ANY) != 0;
                return kernel.cancelAll(any ? -1 : Layouts.getInt(argument + SYNC_CANCEL_FD));
            }
            default -> throw new AssertionError("not simulated: io_uring_register " + what);
        }
        return 0;
    }

    private int enter(int handedOver, int least, long waitAt) {
        if (least > 0) {
            kernel.awaitWorld();
        }
        int taken = kernel.perhaps(40) ? kernel.random.nextInt(handedOver + 1) : handedOver;
        for (int index = 0; index < taken; index++) {
            int head = Layouts.getInt(rings.address() + SQ_HEAD);
            SimulatedRequest request =
                    new SimulatedRequest(requests.address() + (long) (head & (REQUESTS - 1)) * SQE_SIZE);
            Layouts.putRelease(rings.address() + SQ_HEAD, head + 1);
            kernel.take(request);
        }
        // Requests are cancelled from within a step of the script, which is no time for another step.
        if (entered == 0) {
            entered++;
            try {
                if (taken == handedOver && least > 0) {
                    long timespec = Layouts.getLong(waitAt + WAIT_TIMESPEC);
                    return kernel.await(
                            timespec == 0
                                    ? Long.MAX_VALUE
                                    : Layouts.getLong(timespec) * 1_000_000_000 + Layouts.getLong(timespec + 8),
                            this);
                }
                kernel.lookAround();
            } finally {
                entered--;
            }
        }
        return taken > 0 || handedOver == 0 ? taken : -Constants.EAGAIN;
    }

    boolean hasAnswers() {
        return Layouts.getInt(rings.address() + CQ_HEAD) != Layouts.getInt(rings.address() + CQ_TAIL);
    }

    void post(long data, int result, int flags) {
        int tail = Layouts.getInt(rings.address() + CQ_TAIL);
        if (tail - Layouts.getInt(rings.address() + CQ_HEAD) == ANSWERS) {
            throw new AssertionError("the queue of answers is full");
        }
        long at = rings.address() + CQES + (long) (tail & (ANSWERS - 1)) * CQE_SIZE;
        Layouts.putLong(at, data);
        Layouts.putInt(at + CQE_RESULT, result);
        Layouts.putInt(at + CQE_FLAGS, flags);
        Layouts.putRelease(rings.address() + CQ_TAIL, tail + 1);
    }
}
