package dev.gearbox.engines.linux.uring;

import dev.gearbox.core.spi.AcceptBackoff;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.LoopListener;
import dev.gearbox.engines.linux.system.Sockaddr;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A listening socket on a loop: several accepts in progress at once, each with memory for its peer's address, and never more than the ring has room for
 * connections. While slots are short, one accept is enough: the others release theirs if another listening socket of the loop has none.
 *
 * <p>(A multishot accept, which the kernel has too, delivers no addresses and takes connections that find no slot; docs/decisions/0008.)
 */
final class UringAcceptor implements LoopListener.PerLoopAcceptor, RingSlots.Reserver {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private static final int AT_ONCE = 16;

    private final UringListener listener;
    private final UringEngine engine;
    private final UringLoop loop;
    private final int descriptor;
    /** If we listen on a wildcard address, the connection's own address has to be looked up, which needs a descriptor. */
    private final boolean direct;

    private final AcceptBackoff backoff = new AcceptBackoff();
    /** Reports a shortage of slots only: accepts that have a slot go on, and do not end the shortage of those that wait for one. */
    private final AcceptBackoff full = new AcceptBackoff();

    private final List<Accept> accepts = new ArrayList<>();
    /** Accepts that found no descriptor: they back off together, until the back-off of the first of them has ended. */
    private List<Accept> resting = new ArrayList<>();

    private boolean closed;
    /** Accepts in progress. */
    private int underWay;
    /** One of the accepts waits for a slot before those of sockets that have one. */
    private boolean waitsFirst;
    /** Set when the socket is to leave: run once, when all accepts have completed. */
    private @Nullable Runnable leaving;

    private boolean left;

    UringAcceptor(UringListener listener, UringEngine engine, UringLoop loop, int descriptor) {
        this.listener = listener;
        this.engine = engine;
        direct = !listener.isAnyAddress();
        this.loop = loop;
        this.descriptor = descriptor;
    }

    @Override
    public void begin() {
        loop.slots().add(this);
        for (int index = 0; index < AT_ONCE; index++) {
            Accept accept = new Accept();
            accepts.add(accept);
            accept.again();
        }
    }

    /** One accept, repeated. */
    private final class Accept implements UringLoop.Requester {
        private static final int ACCEPT = 1;

        private final Sockaddr peer = new Sockaddr();
        private final int id = loop.enlist(this);
        private final UringRequest accepting = new UringRequest(loop, id, ACCEPT);
        /** It does not accept any more. */
        private boolean over;

        /** Called from outside a completion. */
        void again() {
            begin();
            checkOver();
        }

        private void begin() {
            if (closed || leaving != null) {
                over = true;
            } else if (loop.slots().reserve()) {
                full.accepted();
                underWay++;
                accepting.begin();
                loop.accept(id, ACCEPT, descriptor, peer.clear(), direct);
            } else {
                // Not for a time, but until a slot is released.
                full.failed(engine, new IOException("the ring has no slot left"));
                if (underWay == 0 && !waitsFirst) {
                    waitsFirst = true;
                    loop.slots().awaitFirst(() -> {
                        waitsFirst = false;
                        again();
                    });
                } else {
                    loop.slots().await(this::again);
                }
            }
        }

        /** Returns whether it is in progress, and stays so until a connection comes. */
        boolean isPending() {
            return accepting.isUnderWay() && !accepting.isCancelled();
        }

        @Override
        public void completed(int kind, int result, int flags) {
            if (kind == ACCEPT) {
                underWay--;
                boolean cancelled = accepting.isCancelled();
                accepting.end();
                answered(result);
                if (cancelled && result >= 0) {
                    // A connection was faster than the cancel, and has the slot that another socket may wait for.
                    loop.slots().askReservers();
                }
            } else {
                accepting.cancelAnswered(result);
            }
            checkOver();
            checkLeft();
        }

        private void checkOver() {
            if (over && accepting.isOver()) {
                loop.dismiss(id);
            }
        }

        private void answered(int result) {
            if (result >= 0) {
                backoff.accepted();
                if (closed) {
                    drop(result);
                } else {
                    take(result);
                }
                begin();
                return;
            }
            loop.slots().release();
            switch (-result) {
                case Constants.ECANCELED, Constants.ECONNABORTED, Constants.EINTR, Constants.EAGAIN -> begin();
                default -> backOff(result);
            }
        }

        private void take(int accepted) {
            engine.counters().accepted.increment();
            if (direct) {
                adopt(accepted, listener.address());
                return;
            }
            SocketAddress local;
            try {
                local = LinuxSockets.localAddress(loop.calls(), accepted);
            } catch (IOException gone) {
                drop(accepted);
                return;
            }
            SocketAddress remote = peer.get();
            SlotInstaller.begin(
                    loop,
                    accepted,
                    slot -> {
                        LinuxSockets.close(loop.calls(), accepted);
                        adopt(slot, local, remote);
                    },
                    failure -> {
                        LinuxSockets.close(loop.calls(), accepted);
                        LOG.log(Level.WARNING, () -> engine + " loses a connection on " + listener.address(), failure);
                    });
        }

        private void adopt(int slot, SocketAddress local) {
            adopt(slot, local, peer.get());
        }

        private void adopt(int slot, SocketAddress local, SocketAddress remote) {
            loop.assign();
            UringTransport.adopt(loop, slot, listener.accepted(local, remote));
        }

        /** It was accepted while the listener closed, or was gone before its address could be read. */
        private void drop(int accepted) {
            if (direct) {
                loop.close(accepted);
            } else {
                LinuxSockets.close(loop.calls(), accepted);
                loop.slots().release();
            }
        }

        private void backOff(int result) {
            resting.add(this);
            if (resting.size() == 1) {
                loop.after(backoff.failed(engine, Errno.failure(result)), UringAcceptor.this::goOn);
            }
        }

        @Override
        public void abandoned() {
            UringAcceptor.this.close();
        }

        @Override
        public String toString() {
            return "acceptor " + listener.address();
        }
    }

    /** The accept begins again when there is a slot for it. */
    @Override
    public boolean releaseOne() {
        List<Accept> pending = accepts.stream().filter(Accept::isPending).toList();
        if (pending.size() < 2) {
            return false;
        }
        pending.getFirst().accepting.cancel();
        return true;
    }

    private void goOn() {
        List<Accept> rested = resting;
        resting = new ArrayList<>();
        rested.forEach(Accept::again);
    }

    /** The accepts are cancelled, but one may still deliver a connection before it completes: that one is taken. */
    @Override
    public void leave(Runnable then) {
        leaving = then;
        loop.slots().remove(this);
        if (!closed) {
            accepts.forEach(accept -> accept.accepting.cancel());
        }
        checkLeft();
    }

    private void checkLeft() {
        if (leaving != null && !left && underWay == 0) {
            left = true;
            leaving.run();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /** The accepts are cancelled first, synchronously as far as the kernel finds them: they would keep the port in use. */
    @Override
    public void close() {
        if (closed || left) {
            return;
        }
        closed = true;
        loop.slots().remove(this);
        try {
            loop.cancelAll(descriptor);
        } catch (IOException failure) {
            throw new UncheckedIOException("accepts cannot be cancelled", failure);
        } finally {
            LinuxSockets.close(loop.calls(), descriptor);
            accepts.forEach(accept -> accept.accepting.cancel());
        }
    }
}
