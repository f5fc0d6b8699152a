package dev.gearbox.engines.jdk;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.sockets.ChannelOptions;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import java.io.IOException;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.ShutdownChannelGroupException;
import org.jspecify.annotations.Nullable;

/** An asynchronous channel that is being connected. Whatever ends the attempt first (connection, time-out, close of the engine) wins over the others. */
final class AsyncConnector implements CompletionHandler<@Nullable Void, AsynchronousSocketChannel> {
    private final AsyncModel.AsyncEngine engine;
    private final ConnectRequest request;
    private volatile @Nullable AsynchronousSocketChannel opening;
    private volatile @Nullable Cancellable timeout;

    AsyncConnector(AsyncModel.AsyncEngine engine, ConnectRequest request) {
        this.engine = engine;
        this.request = request;
    }

    void connect() {
        if (engine.isClosing()) {
            // Not left to open(): in a group that is shut down it leaks the descriptor (JDK 25).
            engine.forget(this);
            request.fail(new IllegalStateException(engine + " is closed"));
            return;
        }
        AsynchronousSocketChannel channel;
        try {
            channel = AsynchronousSocketChannel.open(engine.group());
        } catch (ShutdownChannelGroupException closed) {
            engine.forget(this);
            request.fail(new IllegalStateException(engine + " is closed", closed));
            return;
        } catch (IOException failure) {
            engine.forget(this);
            request.fail(failure);
            return;
        }
        opening = channel;
        try {
            ChannelOptions.prepare(channel, request.options());
            timeout = engine.tasks()
                    .after(request.options().connectTimeout().toNanos(), () -> fail(channel, request.tooLate()));
            channel.connect(request.address(), channel, this);
            if (engine.isClosing()) {
                cancel();
            }
        } catch (IOException | RuntimeException failure) {
            fail(channel, failure);
        }
    }

    @Override
    public void completed(@Nullable Void nothing, AsynchronousSocketChannel channel) {
        stopWaiting();
        engine.counters().connected.increment();
        try {
            ConnectionState state = request.connected(channel.getLocalAddress(), channel.getRemoteAddress());
            new AsyncTransport(engine, channel, state).start();
        } catch (IOException failure) {
            fail(channel, failure);
        }
    }

    @Override
    public void failed(Throwable failure, AsynchronousSocketChannel channel) {
        fail(channel, failure);
    }

    /** The engine closes. */
    void cancel() {
        AsynchronousSocketChannel channel = opening;
        if (channel != null && request.fail(new IllegalStateException(engine + " is closed"))) {
            Closeables.close(channel);
        }
    }

    private void fail(AsynchronousSocketChannel channel, Throwable reason) {
        stopWaiting();
        request.fail(reason);
        Closeables.close(channel);
    }

    private void stopWaiting() {
        engine.forget(this);
        Cancellable pending = timeout;
        if (pending != null) {
            pending.cancel();
        }
    }
}
