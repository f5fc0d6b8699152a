package dev.gearbox.testkit.memory;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Transport;
import dev.gearbox.testkit.Conditions;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A connection of {@link InMemoryEngine}. The test is the peer: it {@link #feed}s bytes, in pieces of its choice, and reads the {@link #output}; it
 * decides how much the "socket" accepts with each write, and advances the time for timers. For one thread, except for what sessions do from others.
 */
public final class InMemoryConnection implements Transport {
    private static final int READ_SIZE = 64 << 10;

    private final InMemoryEngine engine;
    private final ConnectionState state;
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final List<DueTimer> alarms = new ArrayList<>();
    private IntUnaryOperator takes = offered -> offered;
    private long now;
    private boolean outputEnded;
    private boolean closed;
    private boolean aborted;
    private boolean stepping;
    private final Thread owner = Thread.currentThread();

    private record DueTimer(long due, Runnable task) {}

    private InMemoryConnection(InMemoryEngine engine, ConnectionState state) {
        this.engine = engine;
        this.state = state;
    }

    static InMemoryConnection open(InMemoryEngine engine, Protocol protocol, Options options) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        ConnectionState state = new ConnectionState(
                protocol, options, new InetSocketAddress(loopback, 1), new InetSocketAddress(loopback, 2), null, null);
        InMemoryConnection connection = new InMemoryConnection(engine, state);
        state.open(connection);
        connection.settle();
        return connection;
    }

    /** Limits the bytes accepted by each write from now on; 0 is a peer that does not read. */
    public void takes(IntUnaryOperator part) {
        takes = part;
        settle();
    }

    /**
     * The peer sends {@code bytes}.
     *
     * @return how many of them were read: not all when the session pauses or has too much unsent, as a socket's buffer would then fill up
     */
    public int feed(byte[] bytes, int offset, int length) {
        int fed = 0;
        while (fed < length && state.reading()) {
            PooledBuffer buffer = engine.pool().take(READ_SIZE);
            int step = Math.min(length - fed, buffer.memory().remaining());
            buffer.memory().put(bytes, offset + fed, step);
            state.received(buffer);
            settle();
            buffer.release();
            fed += step;
        }
        return fed;
    }

    /** The peer sends all of {@code bytes}; waits until a session on other threads has read them. */
    public void feedAll(byte[] bytes, int offset, int length) {
        int[] fed = new int[1];
        await(
                "all bytes are read",
                () -> (fed[0] += feed(bytes, offset + fed[0], length - fed[0])) == length || closed);
    }

    /** The peer half-closes. */
    public void end() {
        await("the end is read", () -> {
            if (state.reading()) {
                state.inputEnded();
                settle();
                return true;
            }
            return closed;
        });
    }

    /** The session is asked to finish, as when its engine is closed with a grace period. */
    public void stop() {
        state.stop();
        step();
    }

    /** The peer resets the connection. */
    public void fail(Throwable cause) {
        state.failed(cause);
        settle();
    }

    /** Runs what was posted from other threads, and what follows from it, until {@code condition} holds. */
    public void await(String what, BooleanSupplier condition) {
        Conditions.await(what, () -> {
            step();
            return condition.getAsBoolean();
        });
    }

    /** Runs what has been posted so far. */
    public void step() {
        if (state.hasMail()) {
            stepping = true;
            state.turn();
            settle();
            stepping = false;
        }
    }

    /** Advances the time for timers, and runs those that are due. */
    public void elapse(long nanos) {
        long until = now + nanos;
        for (DueTimer next; (next = nextAlarm(until)) != null; ) {
            alarms.remove(next);
            now = next.due();
            next.task().run();
            step();
        }
        now = until;
    }

    /** Returns the time that has passed so far, in nanoseconds. */
    public long now() {
        return now;
    }

    private @Nullable DueTimer nextAlarm(long until) {
        return alarms.stream()
                .filter(alarm -> alarm.due() <= until)
                .min(Comparator.comparingLong(DueTimer::due))
                .orElse(null);
    }

    private void settle() {
        boolean stuck = false;
        for (; ; ) {
            ConnectionState.Next due = state.next();
            switch (stuck && due == ConnectionState.Next.SEND ? ConnectionState.Next.REST : due) {
                case SEND -> stuck = !send();
                case END_OUTPUT -> {
                    outputEnded = true;
                    state.outputEnded();
                }
                case CLOSE, ABORT -> {
                    aborted = state.next() == ConnectionState.Next.ABORT;
                    closed = true;
                    state.closed();
                }
                case SHIFT -> throw new IllegalStateException("this engine keeps its connections");
                case REST -> {
                    state.keepOutput();
                    return;
                }
            }
        }
    }

    private boolean send() {
        ByteBuffer offered = state.output();
        int length = offered.remaining();
        int taken = takes.applyAsInt(length);
        byte[] copy = new byte[taken];
        offered.get(copy);
        output.writeBytes(copy);
        state.sent(taken);
        return taken == length;
    }

    /** Returns everything that was sent to the peer. */
    public byte[] output() {
        return output.toByteArray();
    }

    /** Returns whether the session's side has ended its output. */
    public boolean outputEnded() {
        return outputEnded;
    }

    /** Returns whether the connection is closed. */
    public boolean closed() {
        return closed;
    }

    /** Returns whether the connection was closed with a reset. */
    public boolean aborted() {
        return aborted;
    }

    /** Returns whether the connection would be read from now. */
    public boolean reading() {
        return state.reading();
    }

    @Override
    public EngineBase engine() {
        return engine;
    }

    /** Requests are recorded by the connection state; {@link #step} and {@link #await} process them. When the engine closes, only this method does. */
    @Override
    public void wake() {
        if (engine.isClosing() && owner.equals(Thread.currentThread()) && !stepping) {
            step();
        }
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        DueTimer alarm = new DueTimer(now + nanos, task);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }
}
