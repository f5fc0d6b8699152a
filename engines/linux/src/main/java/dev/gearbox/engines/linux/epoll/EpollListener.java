package dev.gearbox.engines.linux.epoll;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.concurrent.Relieved;
import dev.gearbox.core.spi.AcceptorRest;
import dev.gearbox.core.spi.EngineSide;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.LoopListener;
import dev.gearbox.engines.linux.system.SocketName;
import dev.gearbox.engines.linux.system.Sockets;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.List;

/** A port of an epoll engine: a listening socket on each of the loops that accept. */
final class EpollListener extends LoopListener<EpollLoop> {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final EpollEngine engine;

    private EpollListener(EpollEngine engine, InetSocketAddress address, Protocol protocol, Options options) {
        super(engine, address, protocol, options, !engine.isDealt());
        this.engine = engine;
    }

    static EpollListener open(
            EpollEngine engine, List<EpollLoop> loops, InetSocketAddress where, Protocol protocol, Options options)
            throws IOException {
        Sockets.Listening listening = Sockets.listen(where, options, loops.size(), Constants.SOCK_NONBLOCK);
        EpollListener listener = new EpollListener(engine, listening.address(), protocol, options);
        for (int index = 0; index < loops.size(); index++) {
            listener.begin(loops.get(index), listening.descriptors().get(index));
        }
        return listener;
    }

    @Override
    public Acceptor acceptor(EpollLoop loop, int descriptor, boolean spare) {
        return new Socket(loop, descriptor, spare || engine.isDealt());
    }

    @Override
    public int type() {
        return Constants.SOCK_NONBLOCK;
    }

    /**
     * A listening socket on a loop. Accepts a batch when it is ready and lets the loop's connections have their turn before the next. When the
     * system has no descriptor left, the socket stays ready without anything to be had: it then leaves epoll, and looks again after a rest.
     */
    private final class Socket implements Acceptor, EpollLoop.Ready {
        private static final int BATCH = 64;

        private final EpollLoop loop;
        private final int descriptor;
        private final SocketName peer = new SocketName();
        private final AcceptorRest rest = new AcceptorRest();
        /** Whether connections go to whichever loop is next, rather than stay on this one. */
        private final boolean deals;

        private boolean left;
        private boolean closed;

        Socket(EpollLoop loop, int descriptor, boolean deals) {
            this.loop = loop;
            this.descriptor = descriptor;
            this.deals = deals;
        }

        @Override
        public void begin() {
            try {
                if (!closed) {
                    loop.register(descriptor, Constants.EPOLLIN, this);
                }
            } catch (IOException failure) {
                LOG.log(Level.ERROR, () -> engine + " cannot accept on " + address(), failure);
                close();
            }
        }

        @Override
        public void ready(int events) {
            for (int accepted = 0; accepted < BATCH; accepted++) {
                long before = System.nanoTime();
                int result = loop.calls().accept(descriptor, peer.clear());
                engine.counters().acceptNanos.add(System.nanoTime() - before);
                if (result == -Constants.EAGAIN) {
                    return;
                }
                if (result >= 0) {
                    try {
                        take(result);
                    } catch (Relieved lost) {
                        throw lost;
                    } catch (RuntimeException | Error unable) {
                        restFrom(unable);
                        return;
                    }
                    rest.accepted();
                } else if (result != -Constants.EINTR && result != -Constants.ECONNABORTED) {
                    restFrom(Errno.failure(result));
                    return;
                }
            }
        }

        private void take(int connection) {
            engine.counters().accepted.increment();
            EngineSide side;
            try {
                InetSocketAddress local = isAnyAddress() ? Sockets.localAddress(loop.calls(), connection) : address();
                side = accepted(local, peer.get());
            } catch (IOException gone) {
                // The peer reset it while it waited to be accepted.
                Sockets.close(loop.calls(), connection);
                return;
            } catch (RuntimeException | Error unable) {
                Sockets.close(loop.calls(), connection);
                throw unable;
            }
            if (!deals) {
                loop.assign();
                EpollLink.accepted(loop, connection, side);
                return;
            }
            try {
                deal(connection, side, engine.nextLoop());
            } catch (IOException | IllegalStateException dead) {
                Sockets.close(loop.calls(), connection);
                side.refuse(dead);
            }
        }

        private void deal(int connection, EngineSide side, EpollLoop home) throws IOException {
            if (home.equals(loop)) {
                EpollLink.accepted(loop, connection, side);
            } else {
                home.executeOrThrow(() -> EpollLink.accepted(home, connection, side));
            }
        }

        private void restFrom(Throwable failure) {
            loop.change(descriptor, 0);
            loop.after(rest.failed(engine, failure), () -> {
                if (!closed && !left) {
                    loop.change(descriptor, Constants.EPOLLIN);
                }
            });
        }

        @Override
        public void leave(Runnable then) {
            if (!closed) {
                left = true;
                loop.dismiss(descriptor);
            }
            then.run();
        }

        @Override
        public boolean isClosed() {
            return closed;
        }

        @Override
        public void close() {
            if (!closed && !left) {
                closed = true;
                loop.close(descriptor);
            }
        }

        @Override
        public void abandoned() {
            close();
        }

        @Override
        public String toString() {
            return "acceptor " + address();
        }
    }
}
