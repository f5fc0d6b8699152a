package dev.gearbox.engines.jdk;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.sockets.Quietly;
import dev.gearbox.core.spi.AcceptorRest;
import dev.gearbox.core.spi.EngineSide;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A listening asynchronous channel: one accept is under way, and the next is begun when it completes, or after a rest when it failed. */
final class AsyncAcceptor implements Listener, CompletionHandler<AsynchronousSocketChannel, @Nullable Void> {
    private final AsyncModel.AsyncEngine engine;
    private final Protocol protocol;
    private final Options options;
    private final AsynchronousServerSocketChannel server;
    private final SocketAddress address;
    private final AcceptorRest rest = new AcceptorRest();
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
            Quietly.close(server);
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
        AsyncLink link;
        try {
            Sockets.prepare(channel, options);
            EngineSide side = new EngineSide(
                    protocol, options, channel.getLocalAddress(), channel.getRemoteAddress(), this, null);
            link = new AsyncLink(engine, channel, side);
        } catch (IOException gone) {
            // The peer reset it while it waited to be accepted.
            Quietly.close(channel);
            accept();
            return;
        } catch (RuntimeException | Error unable) {
            Quietly.close(channel);
            failed(unable, null);
            return;
        }
        rest.accepted();
        accept();
        link.start();
    }

    @Override
    public void failed(Throwable failure, @Nullable Void nothing) {
        if (!server.isOpen()) {
            return;
        }
        engine.tasks().after(rest.failed(engine, failure), this::accept);
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
        Quietly.close(server);
        engine.forget(this);
    }

    @Override
    public String toString() {
        return "acceptor " + address;
    }
}
