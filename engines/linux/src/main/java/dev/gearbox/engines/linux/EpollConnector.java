package dev.gearbox.engines.linux;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A connection that is being made on an epoll loop: it waits there for the handshake, and for its time-out. On the loop's thread. */
final class EpollConnector implements EpollLoop.Ready {
    private static final int NONE = -1;

    private final EpollEngine engine;
    private final EpollLoop loop;
    private final Protocol protocol;
    private final Options options;
    private final CompletableFuture<Connection> connected;
    private int descriptor = NONE;
    private @Nullable Cancellable timeout;

    EpollConnector(
            EpollEngine engine,
            EpollLoop loop,
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
            InetSocketAddress peer = SocketName.resolved(address);
            int opened = Sockets.open(loop.calls(), peer, options, Constants.SOCK_NONBLOCK);
            descriptor = opened;
            loop.register(opened, Constants.EPOLLOUT, this);
            int result = loop.calls().connect(opened, new SocketName().set(peer, SocketName.isV6(peer)));
            if (result == 0) {
                done();
            } else if (result == -Constants.EINPROGRESS || result == -Constants.EINTR) {
                timeout = loop.after(
                        options.connectTimeout().toNanos(),
                        () -> fail(new SocketTimeoutException(
                                "no connection to " + address + " within " + options.connectTimeout())));
            } else {
                fail(Errno.connect(result));
            }
        } catch (IOException | RuntimeException failure) {
            fail(failure);
        }
    }

    @Override
    public void ready(int events) {
        int result = loop.calls().connectResult(descriptor);
        if (result < 0) {
            fail(Errno.connect(result));
            return;
        }
        try {
            done();
        } catch (IOException failure) {
            fail(failure);
        }
    }

    private void done() throws IOException {
        EngineSide side = new EngineSide(
                protocol,
                options,
                Sockets.localAddress(loop.calls(), descriptor),
                Sockets.remoteAddress(loop.calls(), descriptor),
                null,
                connected);
        stopWaiting();
        engine.counters().connected.increment();
        EpollLink.connected(engine, loop, descriptor, side);
    }

    private void fail(Exception reason) {
        stopWaiting();
        loop.unassign();
        if (descriptor != NONE) {
            loop.close(descriptor);
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
        loop.close(descriptor);
        connected.completeExceptionally(new IllegalStateException(engine + " is closed"));
    }

    @Override
    public String toString() {
        return "connect on descriptor " + descriptor;
    }
}
