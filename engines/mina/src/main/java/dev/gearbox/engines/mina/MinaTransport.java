package dev.gearbox.engines.mina;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Transport;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.session.AttributeKey;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.transport.socket.nio.NioSession;
import org.jspecify.annotations.Nullable;

/**
 * A connection on a MINA session. All of MINA's events and all tasks run on the thread of its processor, so its turns need no synchronisation. At most one
 * message is with MINA at a time: MINA reports only when all of it was sent.
 *
 * <p>A read is copied into one of our buffers for as long as its answer waits: MINA writes at the end of its round, after it has read from the other
 * connections.
 */
final class MinaTransport implements Transport, Runnable {
    /** Bytes passed to MINA at a time: until all of them are sent, all count as unsent. */
    private static final int LARGEST_MESSAGE = 64 << 10;

    private static final AttributeKey LINK = new AttributeKey(MinaTransport.class, "link");

    private final MinaEngine engine;
    private final NioSession session;
    private final ConnectionState state;
    private volatile @Nullable MinaProcessor processor;
    private int sending;
    private boolean suspended;
    private boolean closing;

    private MinaTransport(MinaEngine engine, NioSession session, ConnectionState state) {
        this.engine = engine;
        this.session = session;
        this.state = state;
    }

    /** Called before the session is with a processor: its events will be passed to {@code state}. */
    static void attach(MinaEngine engine, IoSession session, ConnectionState state) {
        session.setAttribute(LINK, new MinaTransport(engine, (NioSession) session, state));
    }

    static MinaTransport of(IoSession session) {
        return (MinaTransport) session.getAttribute(LINK);
    }

    void assign(MinaProcessor itsProcessor) {
        processor = itsProcessor;
    }

    void refuse(Throwable reason) {
        state.refuse(reason);
    }

    // ---- Events of MINA, on the processor's thread --------------------------------------------------------------

    void opened() {
        if (state.open(this)) {
            settle();
        } else {
            close();
        }
    }

    void received(IoBuffer message) {
        PooledBuffer buffer;
        try {
            buffer = engine.pool().take(message.remaining());
        } catch (OutOfMemoryError none) {
            failed(none);
            return;
        }
        buffer.memory().put(message.buf());
        state.received(buffer);
        buffer.release();
        settle();
    }

    void inputEnded() {
        state.inputEnded();
        settle();
    }

    void sent() {
        state.sent(sending);
        settle();
    }

    void failed(Throwable failure) {
        if (!closing) {
            state.failed(failure);
            settle();
        }
    }

    void closed() {
        closing = true;
        state.closed();
    }

    // ---- What is due --------------------------------------------------------------------------------------------

    /** Runs the turn that a wake-up requested. */
    @Override
    public void run() {
        if (!state.isOver()) {
            state.turn();
            settle();
        }
    }

    private void settle() {
        while (!closing) {
            switch (state.next()) {
                case SEND -> send();
                case END_OUTPUT -> {
                    try {
                        channel().shutdownOutput();
                        state.outputEnded();
                    } catch (IOException failure) {
                        state.failed(failure);
                    }
                }
                case CLOSE -> close();
                case ABORT -> {
                    Closeables.prepareReset(() -> channel().setOption(StandardSocketOptions.SO_LINGER, 0));
                    close();
                }
                case SHIFT -> throw new IllegalStateException("this engine cannot hand over connections");
                case REST -> {
                    await();
                    return;
                }
            }
        }
    }

    private SocketChannel channel() {
        return (SocketChannel) session.getChannel();
    }

    private void send() {
        ByteBuffer output = state.output();
        sending = Math.min(output.remaining(), LARGEST_MESSAGE);
        output.limit(output.position() + sending);
        session.write(IoBuffer.wrap(output));
    }

    private void await() {
        boolean suspend = !state.reading();
        if (suspend != suspended) {
            suspended = suspend;
            if (suspend) {
                session.suspendRead();
            } else {
                session.resumeRead();
            }
        }
    }

    /** MINA closes the socket at the end of its round, and reports it. */
    private void close() {
        closing = true;
        session.closeNow();
    }

    // ---- Calls from core ----------------------------------------------------------------------------------------

    @Override
    public EngineBase engine() {
        return engine;
    }

    @Override
    public void wake() {
        MinaProcessor now = processor;
        if (now != null) {
            engine.counters().wakeups.increment();
            now.execute(this);
        }
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        return engine.clock().after(nanos, task);
    }
}
