package dev.gearbox.engines.jdk;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.buffers.ReadSize;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose readiness a selector loop detects and whose turns run on a pool. When it is ready, the loop clears its interest and passes it to the pool;
 * a pool thread reads, calls back, writes, and registers interest again. One atomic word keeps turns from overlapping: it has a bit for each kind of event and
 * one for a running pool thread, which then checks again, so that no second one starts.
 */
final class SelectorPoolTransport extends NonBlockingTransport {
    private static final int READABLE = 1;
    private static final int WRITABLE = 2;
    private static final int MAIL = 4;
    private static final int FIRST = 8;
    private static final int RUNNING = 16;
    private static final VarHandle EVENTS;

    static {
        try {
            EVENTS = MethodHandles.lookup().findVarHandle(SelectorPoolTransport.class, "events", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final SelectorPoolModel.SelectorPoolEngine engine;
    private final ChannelSocket socket;

    private volatile int events;

    private SelectorPoolTransport(
            SelectorPoolModel.SelectorPoolEngine engine, SelectorLoop loop, ChannelSocket socket, ConnectionState state)
            throws IOException {
        super(loop, socket.channel(), state);
        this.socket = socket;
        this.engine = engine;
    }

    /** Starts the connection's first turn, on the pool like all others. On the loop's thread. */
    static void adopt(
            SelectorPoolModel.SelectorPoolEngine engine,
            SelectorLoop loop,
            ChannelSocket socket,
            ConnectionState state) {
        SelectorPoolTransport transport;
        try {
            transport = new SelectorPoolTransport(engine, loop, socket, state);
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            loop.unassign();
            state.declined(socket, failure);
            return;
        }
        transport.signal(FIRST);
    }

    /** The interest is cleared before the pool is notified, so whatever the pool thread sets afterwards stays. */
    @Override
    public void ready(SelectionKey ready) {
        int ops;
        try {
            ops = ready.readyOps();
            ready.interestOps(0);
        } catch (CancelledKeyException over) {
            // A pool thread has closed the connection since the selector found it ready.
            return;
        }
        signal(((ops & SelectionKey.OP_READ) != 0 ? READABLE : 0)
                | ((ops & SelectionKey.OP_WRITE) != 0 ? WRITABLE : 0));
    }

    private void signal(int event) {
        int before = (int) EVENTS.getAndBitwiseOr(this, event | RUNNING);
        if ((before & RUNNING) == 0) {
            engine.run(this);
        }
    }

    /** Runs turns on a pool thread, as long as events arrive; but if tasks were added meanwhile, it queues up behind the other ready connections. */
    @Override
    public void run() {
        do {
            int now = (int) EVENTS.getAndSet(this, RUNNING);
            if (!turn(now)) {
                return;
            }
            if ((events & MAIL) != 0) {
                engine.run(this);
                return;
            }
        } while (!EVENTS.compareAndSet(this, RUNNING, 0));
    }

    /** Returns false when the connection has ended or belongs to another engine: its word then stays RUNNING, and no turn follows. */
    private boolean turn(int happened) {
        if ((happened & FIRST) != 0 && !state().open(this)) {
            decline(socket);
            return false;
        }
        if ((happened & MAIL) != 0) {
            state().turn();
        }
        PooledBuffer buffer = null;
        if ((happened & READABLE) != 0 && state().reading()) {
            buffer = readBuffer();
            if (buffer != null) {
                read(buffer);
            }
        }
        boolean open = settle();
        if (buffer != null) {
            buffer.release();
        }
        return open;
    }

    private @Nullable PooledBuffer readBuffer() {
        try {
            return engine.pool().take(ReadSize.LARGEST);
        } catch (OutOfMemoryError none) {
            state().failed(none);
            return null;
        }
    }

    /** Registers interest again, and wakes the selector so that it takes effect. */
    @Override
    void await(int interest) {
        if (key.interestOps() != interest) {
            key.interestOps(interest);
            if (interest != 0) {
                loop.wake();
            }
        }
    }

    @Override
    public EngineBase engine() {
        return engine;
    }

    @Override
    public void wake() {
        signal(MAIL);
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        return engine.timer().after(nanos, task);
    }
}
