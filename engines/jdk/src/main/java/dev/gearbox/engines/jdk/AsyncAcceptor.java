package dev.gearbox.engines.jdk;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.sockets.ChannelOptions;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.spi.AcceptBackoff;
import dev.gearbox.core.spi.ConnectionState;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A listening asynchronous channel: one accept is in progress, and the next starts when it completes, or after a back-off when it failed. */
final class AsyncAcceptor implements Listener, CompletionHandler<AsynchronousSocketChannel, @Nullable Void> {
    private final AsyncModel.AsyncEngine engine;
    private final Protocol protocol;
    private final Options options;
    private final AsynchronousServerSocketChannel server;
    private final SocketAddress address;
    private final AcceptBackoff backoff = new AcceptBackoff();
    private long began;

    AsyncAcceptor(AsyncModel.AsyncEngine engine, SocketAddress address, Protocol protocol, Options options)
            throws IOException {
        this.engine = engine;
        this.protocol = protocol;
        this.options = options;
        server = AsynchronousServerSocketChannel.open(engine.group());
        try {
            ChannelOptions.prepareListener(server, options);
            server.bind(address, options.acceptBacklog());
            this.address = server.getLocalAddress();
        } catch (IOException | RuntimeException failure) {
            Closeables.close(server);
            throw failure;
        }
    }

    /** Starts the next accept. */
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
        AsyncTransport transport;
        try {
            ChannelOptions.prepare(channel, options);
            ConnectionState state = new ConnectionState(
                    protocol, options, channel.getLocalAddress(), channel.getRemoteAddress(), this, null);
            transport = new AsyncTransport(engine, channel, state);
        } catch (IOException gone) {
            // The peer reset it while it waited to be accepted.
            Closeables.close(channel);
            accept();
            return;
        } catch (RuntimeException | Error unable) {
            Closeables.close(channel);
            failed(unable, null);
            return;
        }
        backoff.accepted();
        accept();
        transport.start();
    }

    @Override
    public void failed(Throwable failure, @Nullable Void nothing) {
        if (!server.isOpen()) {
            return;
        }
        engine.tasks().after(backoff.failed(engine, failure), this::accept);
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
        Closeables.close(server);
        engine.forget(this);
    }

    @Override
    public Shutdown close(Duration grace) {
        return engine.close(this, grace);
    }

    @Override
    public String toString() {
        return "acceptor " + address;
    }
}
