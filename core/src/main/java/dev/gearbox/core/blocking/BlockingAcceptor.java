package dev.gearbox.core.blocking;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.spi.AcceptBackoff;
import dev.gearbox.core.spi.ConnectionState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A thread that blocks in accept and hands each connection to its engine. When the system has no descriptor, thread or other resource left, it backs off before
 * it tries again, longer each time; closing the listener ends the back-off at once.
 */
final class BlockingAcceptor implements Listener, Runnable {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final BlockingEngine engine;
    private final BlockingSocket.Server server;
    private final Protocol protocol;
    private final Options options;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private final AcceptBackoff backoff = new AcceptBackoff();

    BlockingAcceptor(BlockingEngine engine, BlockingSocket.Server server, Protocol protocol, Options options) {
        this.engine = engine;
        this.server = server;
        this.protocol = protocol;
        this.options = options;
    }

    @Override
    public void run() {
        try {
            while (server.isOpen()) {
                acceptOne();
            }
        } finally {
            left.countDown();
        }
    }

    private void acceptOne() {
        long before = System.nanoTime();
        try {
            BlockingSocket socket = server.accept();
            engine.counters().acceptNanos.add(System.nanoTime() - before);
            if (!server.isOpen()) {
                // Accepted while the listener was closing: a closed listener accepts no more connections.
                Closeables.close(socket);
                return;
            }
            take(socket);
            backoff.accepted();
        } catch (IOException | RuntimeException | Error failure) {
            if (server.isOpen()) {
                backOff(failure);
            }
        }
    }

    private void take(BlockingSocket socket) {
        engine.counters().accepted.increment();
        ConnectionState state;
        try {
            socket.prepare(options);
            state = new ConnectionState(protocol, options, socket.localAddress(), socket.remoteAddress(), this, null);
        } catch (IOException | UncheckedIOException gone) {
            // The peer reset it while it waited to be accepted.
            Closeables.close(socket);
            return;
        } catch (RuntimeException | Error unable) {
            Closeables.close(socket);
            throw unable;
        }
        engine.drive(socket, state);
    }

    private void backOff(Throwable failure) {
        try {
            closed.await(backoff.failed(engine, failure), TimeUnit.NANOSECONDS);
        } catch (InterruptedException unexpected) {
            LOG.log(Level.WARNING, "an acceptor was interrupted during its back-off", unexpected);
        }
    }

    @Override
    public SocketAddress address() {
        return server.address();
    }

    @Override
    public Stream<Connection> connections() {
        return engine.connections(this);
    }

    @Override
    public void close() {
        Closeables.close(server);
        closed.countDown();
        engine.forget(this);
        awaitLeft();
    }

    /**
     * The system releases the port, and the connections in its accept queue, only when the thread has left accept: within a moment, unless the machine is
     * overloaded.
     */
    private void awaitLeft() {
        try {
            if (!left.await(1, TimeUnit.SECONDS)) {
                LOG.log(Level.DEBUG, () -> this + " is closing, but its thread has not returned from accept");
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Shutdown close(Duration grace) {
        return engine.close(this, grace);
    }

    @Override
    public String toString() {
        return "acceptor " + address();
    }
}
