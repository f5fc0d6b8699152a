package dev.gearbox.engines.jdk;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.EngineBase;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.PooledBuffer;
import dev.gearbox.core.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection whose readiness a selector loop finds and whose turns run on a pool. Ready: the loop takes the connection out of the selector
 * and passes it to the pool; a pool thread reads, calls back, writes, and puts it back. One atomic word keeps its turns apart: it has a bit for
 * each kind of event and one that says that a pool thread is at it, who then looks again instead of a second one coming.
 */
final class PoolLink implements Transport, SelectorLoop.Ready, Runnable {
    private static final int READABLE = 1;
    private static final int WRITABLE = 2;
    private static final int MAIL = 4;
    private static final int FIRST = 8;
    private static final int RUNNING = 16;
    private static final int READ_SIZE = 64 << 10;
    private static final VarHandle EVENTS;

    static {
        try {
            EVENTS = MethodHandles.lookup().findVarHandle(PoolLink.class, "events", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final SelectorPoolModel.PoolEngine engine;
    private final SelectorLoop loop;
    private final SocketChannel channel;
    private final EngineSide side;
    private final SelectionKey key;

    @SuppressWarnings("unused") // by its handle
    private volatile int events;

    private PoolLink(SelectorPoolModel.PoolEngine engine, SelectorLoop loop, SocketChannel channel, EngineSide side)
            throws IOException {
        this.engine = engine;
        this.loop = loop;
        this.channel = channel;
        this.side = side;
        channel.configureBlocking(false);
        key = channel.register(loop.selector(), 0, this);
    }

    /** On the loop's thread: the connection's first turn, on the pool like all others. */
    static void adopt(SelectorPoolModel.PoolEngine engine, SelectorLoop loop, SocketChannel channel, EngineSide side) {
        PoolLink link;
        try {
            link = new PoolLink(engine, loop, channel, side);
        } catch (IOException failure) {
            loop.unassign();
            Sockets.close(channel);
            side.refuse(failure);
            return;
        }
        link.signal(FIRST);
    }

    /** Out of the selector before the pool knows: so whatever the pool thread sets afterwards stays. */
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

    /** Turns, on a pool thread, as long as events come. */
    @Override
    public void run() {
        do {
            int now = (int) EVENTS.getAndSet(this, RUNNING);
            if (!turn(now)) {
                return;
            }
        } while (!EVENTS.compareAndSet(this, RUNNING, 0));
    }

    /** False when the connection is over: its word then says RUNNING for ever, and nobody comes again. */
    private boolean turn(int happened) {
        if ((happened & FIRST) != 0 && !side.open(this)) {
            loop.unassign();
            Sockets.close(channel);
            loop.wake();
            return false;
        }
        if ((happened & MAIL) != 0) {
            side.turn();
        }
        PooledBuffer buffer = null;
        if ((happened & READABLE) != 0 && side.reading()) {
            buffer = engine.pool().take(READ_SIZE);
            read(buffer);
        }
        boolean open = settle();
        if (buffer != null) {
            buffer.release();
        }
        return open;
    }

    private void read(PooledBuffer buffer) {
        int count;
        try {
            count = channel.read(buffer.memory());
        } catch (IOException failure) {
            side.failed(failure);
            return;
        }
        if (count > 0) {
            side.received(buffer);
        } else if (count < 0) {
            side.inputEnded();
        }
    }

    private boolean settle() {
        boolean stuck = false;
        for (; ; ) {
            EngineSide.Next due = side.next();
            switch (stuck && due == EngineSide.Next.SEND ? EngineSide.Next.REST : due) {
                case SEND -> stuck = !send();
                case END_OUTPUT -> {
                    try {
                        channel.shutdownOutput();
                        side.outputEnded();
                    } catch (IOException failure) {
                        side.failed(failure);
                    }
                }
                case CLOSE -> {
                    Sockets.close(channel);
                    // The selector lets go of the descriptor when it next looks around.
                    loop.wake();
                    loop.unassign();
                    side.closed();
                    return false;
                }
                case REST -> {
                    side.keepOutput();
                    rearm((side.reading() ? SelectionKey.OP_READ : 0) | (stuck ? SelectionKey.OP_WRITE : 0));
                    return true;
                }
            }
        }
    }

    private void rearm(int interest) {
        if (key.interestOps() != interest) {
            key.interestOps(interest);
            if (interest != 0) {
                loop.wake();
            }
        }
    }

    private boolean send() {
        ByteBuffer output = side.output();
        int length = output.remaining();
        int count;
        try {
            count = channel.write(output);
        } catch (IOException failure) {
            side.sent(0);
            side.failed(failure);
            return true;
        }
        side.sent(count);
        return count == length;
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

    @Override
    public String toString() {
        return "connection " + channel;
    }
}
