package dev.gearbox.engines.jdk;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.buffers.ReadSize;
import dev.gearbox.core.sockets.ChannelDescriptors;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.LostSocket;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection on an asynchronous channel: at most one read and one write are in progress, and each completion runs a turn on the thread that completes it.
 * Completions may arrive at the same time, on different threads, or inside the call that starts the operation: one atomic word has a bit for each kind, and a
 * thread that finds another thread (or itself) in a turn only sets its bit.
 *
 * <p>An echo is written from the very buffer it was read into. If that write does not complete at once, the buffer stays with it and the next
 * read gets another.
 *
 * <p>A shift to another engine cancels the operations in progress: the socket is detached, and the group completes them in the usual way. The socket has a
 * second descriptor number by then, by which it is handed over; the channel is closed when another engine drives the connection.
 */
final class AsyncTransport implements Transport, Runnable {
    private static final int READ = 1;
    private static final int WROTE = 2;
    private static final int MAIL = 4;
    private static final int FIRST = 8;
    private static final int RUNNING = 16;
    private static final int OVER = 32;
    private static final VarHandle EVENTS;

    static {
        try {
            EVENTS = MethodHandles.lookup().findVarHandle(AsyncTransport.class, "events", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static final CompletionHandler<Integer, AsyncTransport> READ_DONE = new CompletionHandler<>() {
        @Override
        public void completed(Integer count, AsyncTransport transport) {
            transport.readCount = count;
            transport.readCompleted();
        }

        @Override
        public void failed(Throwable failure, AsyncTransport transport) {
            transport.readFailure = failure;
            transport.readCompleted();
        }
    };

    private static final CompletionHandler<Integer, AsyncTransport> WRITE_DONE = new CompletionHandler<>() {
        @Override
        public void completed(Integer count, AsyncTransport transport) {
            transport.wroteCount = count;
            transport.signal(WROTE);
        }

        @Override
        public void failed(Throwable failure, AsyncTransport transport) {
            transport.wroteCount = 0;
            transport.writeFailure = failure;
            transport.signal(WROTE);
        }
    };

    private final AsyncModel.AsyncEngine engine;
    private final AsynchronousSocketChannel channel;
    private final ConnectionState state;
    private final ReadSize readSize = new ReadSize();

    private volatile int events;

    /** Whether another engine had the connection before. */
    private final boolean moved;
    /** The channel's descriptor, once it was looked up. */
    private ChannelDescriptors.@Nullable ChannelDescriptor descriptor;
    /** Whether the socket was detached while a read or a write was in progress. */
    private boolean calledOff;
    /** Whether the channel is kept for a connection that may come back. */
    private boolean left;

    private @Nullable PooledBuffer buffer;
    private boolean reading;
    private boolean writing;
    private boolean arrived;
    private int readCount;
    private @Nullable Throwable readFailure;
    private int wroteCount;
    private @Nullable Throwable writeFailure;

    /** Creates the transport of a new connection. */
    AsyncTransport(AsyncModel.AsyncEngine engine, AsynchronousSocketChannel channel, ConnectionState state) {
        this(engine, channel, state, null);
    }

    /** @param descriptor of the channel, if the connection came from another engine, or came back to this one after a failed shift */
    AsyncTransport(
            AsyncModel.AsyncEngine engine,
            AsynchronousSocketChannel channel,
            ConnectionState state,
            ChannelDescriptors.@Nullable ChannelDescriptor descriptor) {
        this.engine = engine;
        this.channel = channel;
        this.state = state;
        this.descriptor = descriptor;
        moved = descriptor != null;
    }

    /** Starts driving the connection, in its first turn on this thread. */
    void start() {
        signal(FIRST);
    }

    private void signal(int event) {
        int before = (int) EVENTS.getAndBitwiseOr(this, event | RUNNING);
        if ((before & RUNNING) == 0) {
            run();
        }
    }

    private void readCompleted() {
        int before = (int) EVENTS.getAndBitwiseOr(this, READ | RUNNING);
        if ((before & OVER) != 0) {
            releaseBuffer();
        } else if ((before & RUNNING) == 0) {
            run();
        }
    }

    /** Runs turns as long as events arrive. An exception that no session could have caught ends this connection. */
    @Override
    public void run() {
        try {
            takeTurns();
        } catch (RuntimeException | Error defect) {
            state.failed(defect);
            takeTurns();
        }
    }

    private void takeTurns() {
        for (; ; ) {
            if (!happened((int) EVENTS.getAndSet(this, RUNNING)) || !settle()) {
                finish();
                return;
            }
            // What the calls in settle() completed at once comes first: then the buffer is free again.
            if ((events & (READ | WROTE)) == 0 && !calledOff && state.reading()) {
                if (arrived) {
                    deliver();
                    continue;
                }
                if (!reading) {
                    read();
                }
            }
            if ((events & MAIL) != 0) {
                // Tasks that were added meanwhile queue up behind those of other connections.
                engine.tasks().after(0, this);
                return;
            }
            if (EVENTS.compareAndSet(this, RUNNING, 0)) {
                return;
            }
        }
    }

    /** Returns false if the engine does not take the connection. */
    private boolean happened(int now) {
        if ((now & FIRST) != 0 && !state.open(this) && moved) {
            decline();
            return false;
        }
        if ((now & WROTE) != 0) {
            writing = false;
            state.sent(wroteCount);
            Throwable failure = writeFailure;
            writeFailure = null;
            if (failure != null && !calledOff) {
                state.failed(failure);
            }
        }
        if ((now & READ) != 0) {
            reading = false;
            arrived = true;
        }
        if ((now & MAIL) != 0 && !state.isOver()) {
            state.turn();
        }
        return true;
    }

    /** Passes the result of a read to the session; a read that completed while the session paused waits for this. */
    private void deliver() {
        arrived = false;
        PooledBuffer full = buffer;
        if (readFailure != null) {
            state.failed(readFailure);
        } else if (readCount < 0) {
            state.inputEnded();
        } else if (full != null) {
            readSize.got(readCount);
            state.received(full);
        }
    }

    private void read() {
        PooledBuffer target = buffer;
        if (target != null && (target.shared() || target.capacity() != readSize.bytes())) {
            releaseBuffer();
            target = null;
        }
        if (target == null) {
            target = engine.pool().take(readSize.bytes());
            buffer = target;
        }
        reading = true;
        channel.read(target.clear(), this, READ_DONE);
    }

    /** Runs what is due; returns false when the connection has ended or belongs to another engine. */
    private boolean settle() {
        for (; ; ) {
            switch (state.next()) {
                case SEND -> {
                    writing = true;
                    channel.write(state.output(), this, WRITE_DONE);
                }
                case END_OUTPUT -> {
                    try {
                        channel.shutdownOutput();
                        state.outputEnded();
                    } catch (IOException failure) {
                        state.failed(failure);
                    }
                }
                case CLOSE, ABORT -> {
                    if (state.next() == ConnectionState.Next.ABORT) {
                        Closeables.prepareReset(() -> resetOnClose(state.localAddress(), state.remoteAddress()));
                    }
                    giveUp();
                    state.closed();
                    return false;
                }
                case SHIFT -> {
                    try {
                        if (reading || writing) {
                            callOff();
                            return true;
                        }
                        if (letGo()) {
                            return false;
                        }
                    } catch (IOException failure) {
                        state.stays(failure);
                    }
                }
                case REST -> {
                    return !state.isOver();
                }
            }
        }
    }

    /** Returns why the JDK's asynchronous channels cannot be reset; empty if they can. */
    static Optional<String> resetAbsence() {
        return SocketConverter.installedAbsence()
                .map(why -> "an asynchronous channel of the JDK has no SO_LINGER, and " + why);
    }

    static Optional<String> unixAbsence() {
        return Optional.of("the JDK's asynchronous channels are internet sockets only");
    }

    /** Makes the close of the asynchronous channel with these addresses send a reset. */
    static void resetOnClose(SocketAddress local, SocketAddress remote) throws IOException {
        Optional<SocketConverter> converter = SocketConverter.installed();
        if (converter.isPresent()) {
            converter.get().resetOnClose(local, remote);
        }
    }

    // ---- Shifting to another engine

    private ChannelDescriptors.ChannelDescriptor descriptor() {
        ChannelDescriptors.ChannelDescriptor found = descriptor;
        if (found == null) {
            found = engine.descriptors().of(state.localAddress(), state.remoteAddress());
            descriptor = found;
        }
        return found;
    }

    /** Makes the group complete the operations in progress, unless that was requested before. */
    private void callOff() throws IOException {
        if (!calledOff) {
            descriptor().callOff();
            calledOff = true;
        }
    }

    /** Called when no operation is in progress: returns false if a completed read has failed, which must be handled then. */
    private boolean letGo() throws IOException {
        if (arrived) {
            arrived = false;
            PooledBuffer full = buffer;
            Throwable failure = readFailure;
            if (failure != null && (!calledOff || ConnectionResetException.is(failure))) {
                state.failed(failure);
                return false;
            }
            // If it is the end of the stream, the next engine will see it, too.
            if (failure == null && readCount > 0 && full != null) {
                state.kept(full);
            }
        }
        DetachedSocket socket = descriptor().detach();
        left = true;
        state.keepOutput();
        releaseBuffer();
        state.released(socket);
        return true;
    }

    /** The engine closes, and has never driven the connection. */
    private void decline() {
        giveUp();
        state.declined(new LostSocket(state.localAddress(), state.remoteAddress()));
    }

    private void giveUp() {
        if (calledOff) {
            descriptor().release();
        }
        Closeables.close(channel);
    }

    @Override
    public void moved() {
        Closeables.close(channel);
    }

    /** Not with this transport, in whose last turn another thread may be. */
    @Override
    public void takenBack(DetachedSocket socket) {
        ChannelDescriptors.ChannelDescriptor kept = descriptor();
        try {
            kept.back(socket);
        } catch (IOException failure) {
            Closeables.close(channel);
            state.declined(socket, failure);
            return;
        }
        engine.tasks().after(0, new AsyncTransport(engine, channel, state, kept)::start);
    }

    /** The word stays RUNNING, so no turn follows; a read in progress returns the buffer when it is cancelled. */
    private void finish() {
        if (!left) {
            Closeables.close(channel);
        }
        int before = (int) EVENTS.getAndBitwiseOr(this, OVER);
        if (!reading || (before & READ) != 0) {
            releaseBuffer();
        }
    }

    private void releaseBuffer() {
        PooledBuffer held = buffer;
        buffer = null;
        if (held != null) {
            held.release();
        }
    }

    @Override
    public EngineBase engine() {
        return engine;
    }

    /** Runs on a thread of the engine and not on the caller's, which may be inside another session's callback. */
    @Override
    public void wake() {
        int before = (int) EVENTS.getAndBitwiseOr(this, MAIL | RUNNING);
        if ((before & RUNNING) == 0) {
            engine.counters().wakeups.increment();
            engine.tasks().after(0, this);
        }
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        return engine.tasks().after(nanos, task);
    }
}
