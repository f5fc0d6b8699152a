package dev.gearbox.engines.linux.epoll;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.concurrent.LoopLost;
import dev.gearbox.core.spi.AcceptBackoff;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.LoopListener;
import dev.gearbox.engines.linux.system.Sockaddr;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.util.List;

/** A port of an epoll engine: a listening socket on each of the loops that accept. */
final class EpollListener extends LoopListener<EpollLoop> {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final EpollEngine engine;

    private EpollListener(EpollEngine engine, SocketAddress address, Protocol protocol, Options options) {
        super(engine, address, protocol, options, !engine.isDealt());
        this.engine = engine;
    }

    static EpollListener open(
            EpollEngine engine, List<EpollLoop> loops, SocketAddress where, Protocol protocol, Options options)
            throws IOException {
        LinuxSockets.Listening listening = LinuxSockets.listen(where, options, loops.size(), Constants.SOCK_NONBLOCK);
        EpollListener listener = new EpollListener(engine, listening.address(), protocol, options);
        for (int index = 0; index < loops.size(); index++) {
            listener.begin(loops.get(index), listening.descriptors().get(index));
        }
        return listener;
    }

    @Override
    public PerLoopAcceptor acceptor(EpollLoop loop, int descriptor, boolean spare) {
        return new Socket(loop, descriptor, spare || engine.isDealt());
    }

    @Override
    public int type() {
        return Constants.SOCK_NONBLOCK;
    }

    /**
     * A listening socket on a loop. Accepts a batch when it is ready and lets the loop's connections have their turn before the next. When the system has no
     * descriptor left, the socket stays ready although accept fails: it is then removed from epoll, and tried again after a back-off.
     */
    private final class Socket implements PerLoopAcceptor, EpollLoop.Ready {
        private static final int BATCH = 64;

        private final EpollLoop loop;
        private final int descriptor;
        private final Sockaddr peer = new Sockaddr();
        private final AcceptBackoff backoff = new AcceptBackoff();
        /** Whether connections go to the next loop, rather than stay on this one. */
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
                    } catch (LoopLost lost) {
                        throw lost;
                    } catch (RuntimeException | Error unable) {
                        backOff(unable);
                        return;
                    }
                    backoff.accepted();
                } else if (result != -Constants.EINTR && result != -Constants.ECONNABORTED) {
                    backOff(Errno.failure(result));
                    return;
                }
            }
        }

        private void take(int connection) {
            engine.counters().accepted.increment();
            ConnectionState state;
            try {
                SocketAddress local = isAnyAddress() ? LinuxSockets.localAddress(loop.calls(), connection) : address();
                state = accepted(local, peer.get());
            } catch (IOException gone) {
                // The peer reset it while it waited to be accepted.
                LinuxSockets.close(loop.calls(), connection);
                return;
            } catch (RuntimeException | Error unable) {
                LinuxSockets.close(loop.calls(), connection);
                throw unable;
            }
            if (!deals) {
                loop.assign();
                EpollTransport.accepted(loop, connection, state);
                return;
            }
            try {
                deal(connection, state, engine.nextLoop());
            } catch (IOException | IllegalStateException dead) {
                LinuxSockets.close(loop.calls(), connection);
                state.refuse(dead);
            }
        }

        private void deal(int connection, ConnectionState state, EpollLoop home) throws IOException {
            if (home.equals(loop)) {
                EpollTransport.accepted(loop, connection, state);
            } else {
                home.executeOrThrow(() -> EpollTransport.accepted(home, connection, state));
            }
        }

        private void backOff(Throwable failure) {
            loop.change(descriptor, 0);
            loop.after(backoff.failed(engine, failure), () -> {
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
