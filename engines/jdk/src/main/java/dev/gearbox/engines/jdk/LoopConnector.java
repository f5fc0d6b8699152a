package dev.gearbox.engines.jdk;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Quietly;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A connection that is being made on a selector loop: it waits there for the handshake, and for its time-out. On the loop's thread. */
final class LoopConnector implements SelectorLoop.Ready {
    private final LoopEngine engine;
    private final SelectorLoop loop;
    private final Protocol protocol;
    private final Options options;
    private final CompletableFuture<Connection> connected;
    private @Nullable SocketChannel channel;
    private @Nullable Cancellable timeout;

    LoopConnector(
            LoopEngine engine,
            SelectorLoop loop,
            Protocol protocol,
            Options options,
            CompletableFuture<Connection> connected) {
        this.engine = engine;
        this.loop = loop;
        this.protocol = protocol;
        this.options = options;
        this.connected = connected;
    }

    void connect(SocketAddress address) {
        try {
            SocketChannel opening = SocketChannel.open();
            channel = opening;
            opening.configureBlocking(false);
            Sockets.prepare(opening, options);
            if (opening.connect(address)) {
                done(opening);
                return;
            }
            opening.register(loop.selector(), SelectionKey.OP_CONNECT, this);
            timeout = loop.after(
                    options.connectTimeout().toNanos(),
                    () -> fail(new SocketTimeoutException(
                            "no connection to " + address + " within " + options.connectTimeout())));
        } catch (UnresolvedAddressException unknown) {
            fail(new UnknownHostException(address.toString()));
        } catch (IOException | RuntimeException failure) {
            fail(failure);
        }
    }

    @Override
    public void ready(SelectionKey key) {
        SocketChannel opening = (SocketChannel) key.channel();
        try {
            if (opening.finishConnect()) {
                done(opening);
            }
        } catch (IOException failure) {
            fail(failure);
        }
    }

    private void done(SocketChannel opened) throws IOException {
        stopWaiting();
        engine.counters().connected.increment();
        engine.drive(
                loop,
                opened,
                new EngineSide(
                        protocol, options, opened.getLocalAddress(), opened.getRemoteAddress(), null, connected));
    }

    private void fail(Exception reason) {
        stopWaiting();
        loop.unassign();
        if (channel != null) {
            Quietly.close(channel);
        }
        connected.completeExceptionally(reason);
    }

    private void stopWaiting() {
        if (timeout != null) {
            timeout.cancel();
            timeout = null;
        }
    }

    @Override
    public void abandoned() {
        connected.completeExceptionally(new IllegalStateException(engine + " is closed"));
    }

    @Override
    public String toString() {
        return "connect " + channel;
    }
}
