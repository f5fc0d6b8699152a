package dev.gearbox.engines.linux;

import static dev.gearbox.engines.linux.UringConstants.CQE_BUFFER_SHIFT;
import static dev.gearbox.engines.linux.UringConstants.CQE_MORE;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.EngineBase;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.PooledBuffer;
import dev.gearbox.core.Transport;

/**
 * A connection on a ring: one receive that goes on until it is broken off, and at most one send, so that bytes leave in order. It is closed when
 * both are answered, and so is the end of its output: that finds its slot only when a thread of the kernel comes to it, and may not find another
 * connection there.
 *
 * <p>To stop reading, the receive is broken off; what it brings until then is kept in core, so it is not lost.
 */
final class UringLink implements Transport, UringLoop.Requester, Runnable {
    private static final int RECEIVE = 1;
    private static final int SEND = 2;
    private static final int SHUTDOWN = 3;
    /** A send up to this size is answered at once, unless the peer does not read. */
    private static final int SMALL = 4 << 10;

    private final EngineBase engine;
    private final UringLoop loop;
    private final int slot;
    private final int id;
    private final EngineSide side;

    private boolean receiving;
    private boolean receiveCancelled;
    private boolean sending;
    private boolean shuttingDown;
    private boolean leaving;
    private boolean prompt = true;
    private long sentIn;

    private UringLink(EngineBase engine, UringLoop loop, int slot, EngineSide side) {
        this.engine = engine;
        this.loop = loop;
        this.slot = slot;
        this.side = side;
        id = loop.enlist(this);
    }

    /** On the loop's thread: drives this connection from now on. */
    static void adopt(EngineBase engine, UringLoop loop, int slot, EngineSide side) {
        UringLink link = new UringLink(engine, loop, slot, side);
        if (side.open(link)) {
            link.settle();
        } else {
            link.giveUp();
        }
    }

    @Override
    public void completed(int kind, int result, int flags) {
        if (kind == RECEIVE) {
            received(result, flags);
        } else if (kind == SHUTDOWN) {
            shuttingDown = false;
        } else {
            sent(result);
        }
        if (leaving) {
            finish();
        } else {
            settle();
        }
    }

    private void received(int result, int flags) {
        if ((flags & CQE_MORE) == 0) {
            receiving = false;
            receiveCancelled = false;
        }
        if (result > 0) {
            int buffer = flags >>> CQE_BUFFER_SHIFT;
            PooledBuffer bytes = loop.buffers().filled(buffer, result);
            if (!leaving) {
                side.received(bytes);
            }
            loop.buffers().giveBack(buffer);
        } else if (leaving) {
            return;
        } else if (result == 0) {
            side.inputEnded();
        } else if (result != -Constants.ECANCELED
                && result != -Constants.ENOBUFS
                && result != -Constants.EAGAIN
                && result != -Constants.EINTR
                && !(result == -Constants.EINVAL && loop.liftLimit())) {
            side.failed(Errno.failure(result));
        }
    }

    private void sent(int count) {
        sending = false;
        prompt = loop.round() == sentIn + 1;
        side.sent(Math.max(0, count));
        if (count < 0 && !leaving) {
            side.failed(Errno.failure(count));
        }
    }

    /** The turn that a wake-up asked for. */
    @Override
    public void run() {
        if (!side.isOver() && !leaving) {
            side.turn();
            settle();
        }
    }

    /** Asks for what is due, until nothing is. */
    private void settle() {
        while (!leaving) {
            switch (side.next()) {
                case SEND -> send();
                case END_OUTPUT -> {
                    side.outputEnded();
                    // Closing ends it as well, and the kernel hands each shutdown to another thread.
                    if (side.next() != EngineSide.Next.CLOSE) {
                        shuttingDown = true;
                        loop.shutdown(id, SHUTDOWN, slot);
                    }
                }
                case CLOSE -> leave();
                case REST -> {
                    receive();
                    return;
                }
            }
        }
    }

    private void send() {
        int length = side.output().remaining();
        sending = true;
        sentIn = loop.round();
        loop.send(id, SEND, slot, side.outputAddress(), length, prompt && length <= SMALL);
    }

    private void receive() {
        if (side.reading()) {
            if (!receiving) {
                receiving = true;
                loop.receive(id, RECEIVE, slot);
            }
        } else if (receiving && !receiveCancelled) {
            receiveCancelled = true;
            loop.cancel(id, RECEIVE);
        }
    }

    private void leave() {
        leaving = true;
        if (receiving && !receiveCancelled) {
            receiveCancelled = true;
            loop.cancel(id, RECEIVE);
        }
        if (sending) {
            loop.cancel(id, SEND);
        }
        finish();
    }

    private void finish() {
        if (!receiving && !sending && !shuttingDown && !side.isOver()) {
            giveUp();
            side.closed();
        }
    }

    private void giveUp() {
        loop.dismiss(id);
        loop.unassign();
        loop.close(slot);
    }

    @Override
    public void abandoned() {
        // The ring has closed its slots.
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

    @Override
    public String toString() {
        return "connection in slot " + slot;
    }
}
