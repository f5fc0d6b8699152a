package dev.gearbox.engines.jdk;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.EngineBase;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Quietly;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection that lives on its selector loop's thread: whatever happens to it happens there, so its turns need nothing to keep them apart. It
 * reads into the loop's own buffer, and changes the selector's interest only when it must.
 */
final class SelectorLink extends NonBlockingLink {
    private final EngineBase engine;
    private int interest;

    private SelectorLink(EngineBase engine, SelectorLoop loop, SocketChannel channel, EngineSide side)
            throws IOException {
        super(loop, channel, side);
        this.engine = engine;
    }

    /** On the loop's thread: drives this connection from now on. */
    static void adopt(EngineBase engine, SelectorLoop loop, SocketChannel channel, EngineSide side) {
        SelectorLink link;
        try {
            link = new SelectorLink(engine, loop, channel, side);
        } catch (IOException failure) {
            loop.unassign();
            Quietly.close(channel);
            side.refuse(failure);
            return;
        }
        if (side.open(link)) {
            link.settle();
        } else {
            link.leave();
        }
    }

    @Override
    public void ready(SelectionKey ready) {
        if (ready.isReadable()) {
            read(loop.readBuffer());
        }
        settle();
    }

    /** The turn that a wake-up asked for. */
    @Override
    public void run() {
        if (!side().isOver()) {
            side().turn();
            settle();
        }
    }

    @Override
    void await(int wanted) {
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

    @Override
    public Cancellable after(long nanos, Runnable task) {
        return loop.after(nanos, task);
    }
}
