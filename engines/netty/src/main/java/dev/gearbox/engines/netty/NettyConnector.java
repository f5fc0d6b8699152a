package dev.gearbox.engines.netty;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A connection that is being opened, on the event loop where it will stay; Netty handles the time-out. */
final class NettyConnector {
    private final NettyEngine engine;
    private final ConnectRequest request;
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    private volatile @Nullable SocketChannel opening;

    NettyConnector(NettyEngine engine, ConnectRequest request) {
        this.engine = engine;
        this.request = request;
    }

    void connect(EventLoopGroup loops) {
        SocketChannel channel;
        try {
            engine.kind().options().require(request.options());
            channel = engine.kind().client();
        } catch (SocketException | ChannelException failure) {
            end(failure);
            return;
        }
        opening = channel;
        try {
            engine.prepare(channel, request.options());
            channel.config()
                    .setConnectTimeoutMillis(Math.toIntExact(
                            Math.max(1, request.options().connectTimeout().toMillis())));
        } catch (ChannelException failure) {
            fail(channel, failure);
            return;
        }
        loops.register(channel).addListener(registered -> {
            if (registered.isSuccess() && !engine.isClosing()) {
                channel.connect(request.address()).addListener(done -> {
                    if (done.isSuccess()) {
                        opened(channel);
                    } else {
                        fail(channel, requireNonNull(done.cause()));
                    }
                });
            } else {
                fail(channel, registered.isSuccess() ? new ClosedChannelException() : registered.cause());
            }
        });
    }

    /** Called on the event loop, before Netty reports that the channel is active, which opens the session. */
    private void opened(SocketChannel channel) {
        engine.counters().connected.increment();
        ConnectionState state = request.connected(channel.localAddress(), channel.remoteAddress());
        channel.pipeline().addLast(new NettyChannelTransport(engine, channel, state));
        over();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the channel is abandoned: the outcome of its close is ignored
    private void fail(SocketChannel channel, Throwable failure) {
        if (channel.isRegistered()) {
            channel.close();
        } else {
            channel.unsafe().closeForcibly();
        }
        end(failure);
    }

    private void end(Throwable failure) {
        request.fail(
                engine.isClosing()
                        ? new IllegalStateException(engine + " is closed", failure)
                        : NettyErrors.ofConnect(failure));
        over();
    }

    private void over() {
        engine.forget(this);
        over.complete(null);
    }

    /** The engine closes, and this attempt was not started. */
    void abandon() {
        end(new ClosedChannelException());
    }

    /** The engine closes: an attempt in progress fails. */
    @SuppressWarnings("FutureReturnValueIgnored") // the failure of the attempt is what is waited for
    void cancel() {
        SocketChannel channel = opening;
        if (channel != null && channel.isRegistered()) {
            channel.close();
        }
    }

    /** Waits until no work of it is left on an event loop. */
    void awaitEnd() {
        over.join();
    }
}
