package dev.gearbox.core.spi;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.sockets.DetachedSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** An engine that does nothing by itself: the test makes each of its steps. Its transports record the calls to them. */
public final class FakeEngine extends EngineBase {
    final List<Handoff> adopted = new ArrayList<>();

    @Nullable
    RuntimeException refusal;

    /** Makes a second socket of the original one; null to drive that. */
    @Nullable
    FakeSocket second;

    Optional<String> shiftOutAbsence = Optional.empty();
    Optional<String> shiftInAbsence = Optional.empty();

    /** Its time in nanoseconds; null for the real one. */
    @Nullable
    LongSupplier clock;

    public FakeEngine() {
        super("fake");
    }

    @Override
    public long nanoTime() {
        LongSupplier own = clock;
        return own == null ? super.nanoTime() : own.getAsLong();
    }

    /** A socket that only records whether it was closed. */
    static final class FakeSocket implements DetachedSocket {
        boolean closed;

        @Override
        public SocketAddress localAddress() {
            return new InetSocketAddress(1);
        }

        @Override
        public SocketAddress remoteAddress() {
            return new InetSocketAddress(2);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Override
    protected Optional<String> shiftOutAbsence() {
        return shiftOutAbsence;
    }

    @Override
    protected Optional<String> shiftInAbsence() {
        return shiftInAbsence;
    }

    /** A connection that has no engine yet. */
    public static ConnectionState state(Protocol protocol, Options options) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        return new ConnectionState(
                protocol, options, new InetSocketAddress(loopback, 1), new InetSocketAddress(loopback, 2), null, null);
    }

    /** The arrival of a connection. */
    public final class FakeTransport implements Transport {
        final AtomicInteger wakes = new AtomicInteger();
        final List<Alarm> alarms = new ArrayList<>();

        @Nullable
        DetachedSocket back;

        boolean moved;

        /** How many bytes its socket accepts in a callback. */
        int room;

        /** What such a call fails with. */
        @Nullable
        IOException failure;

        final ByteArrayOutputStream sentAtOnce = new ByteArrayOutputStream();

        @Override
        public int sendAtOnce(ByteBuffer data) throws IOException {
            if (failure != null) {
                throw failure;
            }
            byte[] accepted = new byte[Math.min(room, data.remaining())];
            data.get(accepted);
            sentAtOnce.writeBytes(accepted);
            room -= accepted.length;
            return accepted.length;
        }

        @Override
        public EngineBase engine() {
            return FakeEngine.this;
        }

        @Override
        public void takenBack(DetachedSocket socket) {
            back = socket;
        }

        @Override
        public void moved() {
            moved = true;
        }

        @Override
        public void wake() {
            wakes.incrementAndGet();
        }

        @Override
        public Cancellable after(long nanos, Runnable task) {
            Alarm alarm = new Alarm(nanos, task);
            alarms.add(alarm);
            return () -> alarms.remove(alarm);
        }
    }

    record Alarm(long nanos, Runnable task) {}

    /** Delivers a read of {@code bytes}; the buffer is released, like in a loop that reads into another one next. */
    void deliver(ConnectionState state, byte... bytes) {
        PooledBuffer buffer = pool().take(Math.max(1, bytes.length));
        buffer.memory().put(bytes);
        state.received(buffer);
        state.keepOutput();
        buffer.release();
    }

    /** Does what is due with a socket that accepts everything; returns the bytes. */
    static byte[] drain(ConnectionState state) {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        for (; ; ) {
            switch (state.next()) {
                case SEND -> {
                    var output = state.output();
                    byte[] piece = new byte[output.remaining()];
                    output.get(piece);
                    sent.writeBytes(piece);
                    state.sent(piece.length);
                }
                case END_OUTPUT -> state.outputEnded();
                case CLOSE, ABORT -> state.closed();
                case SHIFT -> throw new AssertionError("no shift was requested");
                case REST -> {
                    return sent.toByteArray();
                }
            }
        }
    }

    @Override
    protected void stopAccepting() {}

    @Override
    protected void stopThreads() {}

    @Override
    public void adopt(Handoff connection) {
        if (second != null) {
            connection.copied(second);
        }
        if (refusal != null) {
            throw refusal;
        }
        adopted.add(connection);
    }
}
