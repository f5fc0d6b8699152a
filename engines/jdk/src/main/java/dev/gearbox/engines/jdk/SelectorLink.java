package dev.gearbox.engines.jdk;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.EngineBase;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.PooledBuffer;
import dev.gearbox.core.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection on a selector loop: it lives on the loop's thread. Ready to read: one read into the loop's buffer, the callback, and the answer
 * goes out at once; the selector is asked about writing only while the socket takes no more, and its interest changes only when it must.
 */
final class SelectorLink implements Transport, SelectorLoop.Ready, Runnable {
    private final EngineBase engine;
    private final SelectorLoop loop;
    private final SocketChannel channel;
    private final EngineSide side;
    private final SelectionKey key;
    private int interest;

    private SelectorLink(EngineBase engine, SelectorLoop loop, SocketChannel channel, EngineSide side)
            throws IOException {
        this.engine = engine;
        this.loop = loop;
        this.channel = channel;
        this.side = side;
        channel.configureBlocking(false);
        // A channel that connected on this loop is registered already: it keeps its key and changes what is attached.
        key = channel.register(loop.selector(), 0, this);
    }

    /** On the loop's thread: drives this connection from now on. */
    static void adopt(EngineBase engine, SelectorLoop loop, SocketChannel channel, EngineSide side) {
        SelectorLink link;
        try {
            link = new SelectorLink(engine, loop, channel, side);
        } catch (IOException failure) {
            loop.unassign();
            Sockets.close(channel);
            side.refuse(failure);
            return;
        }
        if (side.open(link)) {
            link.settle();
        } else {
            loop.unassign();
            Sockets.close(channel);
        }
    }

    @Override
    public void ready(SelectionKey ready) {
        int ops = ready.readyOps();
        if ((ops & SelectionKey.OP_READ) != 0) {
            read();
        }
        settle();
    }

    private void read() {
        PooledBuffer buffer = loop.readBuffer();
        int count;
        try {
            count = channel.read(buffer.clear());
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

    /** Does what is due, until nothing is or the socket takes no more. */
    private void settle() {
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
                    loop.unassign();
                    side.closed();
                    return;
                }
                case REST -> {
                    side.keepOutput();
                    setInterest((side.reading() ? SelectionKey.OP_READ : 0) | (stuck ? SelectionKey.OP_WRITE : 0));
                    return;
                }
            }
        }
    }

    /** Whether the socket took all that it was offered. */
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

    private void setInterest(int wanted) {
        if (wanted != interest) {
            interest = wanted;
            key.interestOps(wanted);
        }
    }

    @Override
    public EngineBase engine() {
        return engine;
    }

    @Override
    public void wake() {
        loop.execute(this);
    }

    /** The turn that a wake-up asked for. */
    @Override
    public void run() {
        if (!side.isOver()) {
            side.turn();
            settle();
        }
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        return loop.after(nanos, task);
    }

    @Override
    public String toString() {
        return "connection " + channel;
    }
}
