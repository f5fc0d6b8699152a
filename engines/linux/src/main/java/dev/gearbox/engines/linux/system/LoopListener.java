package dev.gearbox.engines.linux.system;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.loop.EventLoop;
import dev.gearbox.core.loop.EventLoopEngine;
import dev.gearbox.core.spi.ConnectionState;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A port of an engine of loops: a listening socket on each of the loops that accept. Subclasses differ only in how they accept.
 *
 * <p>A socket is not closed before the listener is: the kernel resets the connections in its accept queue, even if other sockets listen on the same port. So
 * when a loop is drained its socket goes to another loop, which then has two; and the next loop that is started gets that one.
 */
public abstract class LoopListener<L extends EventLoop> implements Listener {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    /** Accepts from a socket on a loop. All methods are called on the loop's thread. */
    public interface PerLoopAcceptor {
        /** Starts accepting. */
        public void begin();

        /** Stops accepting but keeps the socket, in whose queue connections may wait; runs {@code left} when the loop does not use it any more. */
        void leave(Runnable left);

        /** Closes the socket. Has no effect the second time, or when the socket has left. */
        void close();

        /** Returns whether the socket is closed. */
        boolean isClosed();
    }

    private final EventLoopEngine<L> engine;
    private final Protocol protocol;
    private final Options options;
    private final SocketAddress address;
    private final boolean onEach;
    private final List<ListeningSocket> listeningSockets = new ArrayList<>();
    private boolean closed;

    /** @param onEach whether every loop accepts, including those that are started later */
    public LoopListener(
            EventLoopEngine<L> engine, SocketAddress address, Protocol protocol, Options options, boolean onEach) {
        this.engine = engine;
        this.address = address;
        this.protocol = protocol;
        this.options = options;
        this.onEach = onEach;
    }

    /**
     * What accepts on this loop.
     *
     * @param spare whether the loop already has a socket of this listener
     */
    public abstract PerLoopAcceptor acceptor(L loop, int descriptor, boolean spare);

    /** Returns the type of listening sockets: SOCK_NONBLOCK or 0. */
    public abstract int type();

    /** A socket, and the loop that accepts from it. Its fields are guarded by the list of sockets. */
    private final class ListeningSocket {
        private final int descriptor;
        private L loop;
        private PerLoopAcceptor acceptor;
        /** Where the socket goes after it has left its loop. */
        private @Nullable L heir;

        private CompletableFuture<Void> left = new CompletableFuture<>();
        private boolean spare;

        ListeningSocket(L loop, int descriptor) {
            this.descriptor = descriptor;
            this.loop = loop;
            spare = socketsOf(loop) > 0;
            acceptor = acceptor(loop, descriptor, spare);
        }

        L home() {
            return heir == null ? loop : heir;
        }

        void begin() {
            loop.execute(acceptor::begin);
        }

        /** Returns a future that completes when it has left the loop that it is on. */
        CompletionStage<Void> move(L to) {
            boolean leaves = heir != null;
            heir = to;
            if (!leaves) {
                left = new CompletableFuture<>();
                loop.execute(() -> acceptor.leave(this::arrive));
            }
            return left;
        }

        private void arrive() {
            CompletableFuture<Void> gone;
            synchronized (listeningSockets) {
                L to = home();
                heir = null;
                gone = left;
                if (!acceptor.isClosed()) {
                    spare = socketsOf(to) > (to.equals(loop) ? 1 : 0);
                    loop = to;
                    acceptor = acceptor(to, descriptor, spare);
                    begin();
                }
            }
            gone.complete(null);
        }

        /** Closes the socket, and waits for its loop, which may change meanwhile. From any thread. */
        void close() {
            while (true) {
                L here;
                synchronized (listeningSockets) {
                    here = loop;
                }
                here.call(this::closeHere);
                synchronized (listeningSockets) {
                    if (acceptor.isClosed() || here.equals(loop)) {
                        return;
                    }
                }
            }
        }

        private void closeHere() {
            synchronized (listeningSockets) {
                if (loop.isLoopThread()) {
                    acceptor.close();
                }
            }
        }
    }

    private long socketsOf(L loop) {
        return listeningSockets.stream()
                .filter(listening -> listening.home().equals(loop))
                .count();
    }

    /** Makes this loop accept from this socket as well. */
    public final void begin(L loop, int descriptor) {
        synchronized (listeningSockets) {
            ListeningSocket listening = new ListeningSocket(loop, descriptor);
            listeningSockets.add(listening);
            listening.begin();
        }
    }

    /** Called when a loop was started: gives it a spare socket of another loop, or a new one. */
    public final void settle(L loop) {
        synchronized (listeningSockets) {
            if (closed) {
                return;
            }
            ListeningSocket spare = listeningSockets.stream()
                    .filter(listening -> socketsOf(listening.home()) > 1)
                    .max(Comparator.comparing(listening -> listening.spare))
                    .orElse(null);
            if (spare != null) {
                spare.move(loop);
            } else if (onEach) {
                try {
                    begin(
                            loop,
                            LinuxSockets.listenToo(
                                    address,
                                    options,
                                    type(),
                                    listeningSockets.stream()
                                            .map(listening -> listening.descriptor)
                                            .toList()));
                } catch (IOException failure) {
                    LOG.log(
                            Level.WARNING,
                            () -> loop + " does not accept on " + address + "; the other loops do",
                            failure);
                }
            }
        }
    }

    /** Makes a loop stop accepting: its sockets go to these other loops. Completes when they have left. */
    public final CompletionStage<Void> vacate(L loop, List<L> others) {
        synchronized (listeningSockets) {
            List<CompletionStage<Void>> moves = new ArrayList<>();
            for (ListeningSocket listening : listeningSockets) {
                if (listening.home().equals(loop)) {
                    listening.move(others.stream()
                            .min(Comparator.comparingLong(this::socketsOf))
                            .orElseThrow());
                }
                if (listening.loop.equals(loop)) {
                    moves.add(listening.left);
                }
            }
            return CompletableFuture.allOf(
                    moves.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture<?>[]::new));
        }
    }

    /** Handles an accepted connection. */
    public final ConnectionState accepted(SocketAddress local, SocketAddress remote) {
        return new ConnectionState(protocol, options, local, remote, this, null);
    }

    @Override
    public final SocketAddress address() {
        return address;
    }

    /** Returns whether a connection's own address has to be looked up. */
    public final boolean isAnyAddress() {
        return LinuxSockets.isAny(address);
    }

    @Override
    public final Stream<Connection> connections() {
        return engine.connections(this);
    }

    @Override
    public final void close() {
        List<ListeningSocket> all;
        synchronized (listeningSockets) {
            closed = true;
            all = List.copyOf(listeningSockets);
        }
        all.forEach(ListeningSocket::close);
        engine.forget(this);
    }

    @Override
    public final Shutdown close(Duration grace) {
        return engine.close(this, grace);
    }

    @Override
    public final String toString() {
        return "listener " + address;
    }
}
