package dev.gearbox.engines.jdk;

import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A listening asynchronous channel: one accept is under way, and the next is begun when it completes, or after a rest when it failed. */
final class AsyncAcceptor implements Listener, CompletionHandler<AsynchronousSocketChannel, @Nullable Void> {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final AsyncModel.AsyncEngine engine;
    private final Protocol protocol;
    private final Options options;
    private final AsynchronousServerSocketChannel server;
    private final SocketAddress address;
    private Duration rest = Sockets.FIRST_REST;
    private long began;

    AsyncAcceptor(AsyncModel.AsyncEngine engine, SocketAddress address, Protocol protocol, Options options)
            throws IOException {
        this.engine = engine;
        this.protocol = protocol;
        this.options = options;
        server = AsynchronousServerSocketChannel.open(engine.group());
        try {
            Sockets.prepareListener(server, options);
            server.bind(address, options.acceptBacklog());
            this.address = server.getLocalAddress();
        } catch (IOException | RuntimeException failure) {
            Sockets.close(server);
            throw failure;
        }
    }

    /** Begins the next accept. */
    void accept() {
        began = System.nanoTime();
        if (server.isOpen()) {
            server.accept(null, this);
        }
    }

    @Override
    public void completed(AsynchronousSocketChannel channel, @Nullable Void nothing) {
        engine.counters().acceptNanos.add(System.nanoTime() - began);
        engine.counters().accepted.increment();
        rest = Sockets.FIRST_REST;
        accept();
        try {
            Sockets.prepare(channel, options);
            EngineSide side = new EngineSide(
                    protocol, options, channel.getLocalAddress(), channel.getRemoteAddress(), this, null);
            new AsyncLink(engine, channel, side).start();
        } catch (IOException gone) {
            // The peer reset it while it waited to be accepted.
            Sockets.close(channel);
        }
    }

    @Override
    public void failed(Throwable failure, @Nullable Void nothing) {
        if (!server.isOpen()) {
            return;
        }
        engine.counters().acceptFailures.increment();
        LOG.log(
                Level.INFO,
                () -> engine + " rests from accepting for " + rest.toMillis() + " ms: " + failure.getMessage());
        engine.tasks().after(rest.toNanos(), this::accept);
        rest = Sockets.longer(rest);
    }

    @Override
    public SocketAddress address() {
        return address;
    }

    @Override
    public Stream<Connection> connections() {
        return engine.connections(this);
    }

    @Override
    public void close() {
        Sockets.close(server);
        engine.forget(this);
    }

    @Override
    public String toString() {
        return "acceptor " + address;
    }
}
