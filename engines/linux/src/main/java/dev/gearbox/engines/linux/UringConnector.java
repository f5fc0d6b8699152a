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

/**
 * A connection that is being made on a ring: an ordinary descriptor until it is connected, then one of the ring's slots. On the loop's thread.
 */
final class UringConnector implements UringLoop.Requester {
    private static final int CONNECT = 1;

    private final UringEngine engine;
    private final UringLoop loop;
    private final Protocol protocol;
    private final Options options;
    private final CompletableFuture<Connection> connected;
    private final SocketName peer = new SocketName();
    private int id;
    private int descriptor;
    private boolean late;
    private @Nullable Cancellable timeout;

    UringConnector(
            UringEngine engine,
            UringLoop loop,
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
            InetSocketAddress wanted = SocketName.resolved(address);
            if (!loop.takeSlot()) {
                throw new IOException("the ring has no room for another connection (" + engine + ")");
            }
            try {
                descriptor = Sockets.open(loop.calls(), wanted, options, 0);
            } catch (IOException failure) {
                loop.returnSlot();
                throw failure;
            }
            peer.set(wanted, SocketName.isV6(wanted));
        } catch (IOException | RuntimeException failure) {
            loop.unassign();
            connected.completeExceptionally(failure);
            return;
        }
        id = loop.enlist(this);
        loop.connect(id, CONNECT, descriptor, peer);
        timeout = loop.after(options.connectTimeout().toNanos(), () -> {
            late = true;
            loop.cancel(id, CONNECT);
        });
    }

    @Override
    public void completed(int kind, int result, int flags) {
        loop.dismiss(id);
        if (timeout != null) {
            timeout.cancel();
        }
        if (result < 0) {
            fail(late && result == -Constants.ECANCELED ? tooLate() : Errno.connect(result));
            return;
        }
        EngineSide side;
        try {
            side = new EngineSide(
                    protocol,
                    options,
                    Sockets.localAddress(loop.calls(), descriptor),
                    Sockets.remoteAddress(loop.calls(), descriptor),
                    null,
                    connected);
        } catch (IOException failure) {
            fail(failure);
            return;
        }
        SlotInstaller.begin(
                loop,
                descriptor,
                slot -> {
                    engine.counters().connected.increment();
                    UringLink.adopt(engine, loop, slot, side);
                },
                failure -> {
                    loop.unassign();
                    side.refuse(failure);
                });
    }

    private IOException tooLate() {
        return new SocketTimeoutException("no connection to " + peer.get() + " within " + options.connectTimeout());
    }

    private void fail(Exception reason) {
        Sockets.close(loop.calls(), descriptor);
        loop.returnSlot();
        loop.unassign();
        connected.completeExceptionally(reason);
    }

    @Override
    public void abandoned() {
        Sockets.close(loop.calls(), descriptor);
        connected.completeExceptionally(new IllegalStateException(engine + " is closed"));
    }

    @Override
    public String toString() {
        return "connect on descriptor " + descriptor;
    }
}
