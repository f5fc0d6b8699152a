package dev.gearbox.engines.linux.uring;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Sockaddr;
import java.io.IOException;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A connection that is being opened on a ring: an ordinary descriptor until it is connected, then one of the ring's slots. Used on the loop's thread. */
final class UringConnector implements UringLoop.Requester {
    private static final int CONNECT = 1;

    private final UringEngine engine;
    private final UringLoop loop;
    private final ConnectRequest request;
    private final Sockaddr peer = new Sockaddr();
    private final int id;
    private final UringRequest connecting;
    private int descriptor;
    private boolean late;
    private @Nullable Cancellable timeout;

    UringConnector(UringEngine engine, UringLoop loop, ConnectRequest request) {
        this.engine = engine;
        this.loop = loop;
        this.request = request;
        id = loop.enlist(this);
        connecting = new UringRequest(loop, id, CONNECT);
    }

    /** Starts connecting. The caller has reserved a slot. */
    void connect() {
        try {
            SocketAddress wanted = request.address();
            descriptor = LinuxSockets.open(loop.calls(), wanted, request.options(), 0);
            peer.set(wanted);
        } catch (IOException | RuntimeException failure) {
            loop.slots().release();
            loop.dismiss(id);
            loop.unassign();
            request.fail(failure);
            return;
        }
        connecting.begin();
        loop.connect(id, CONNECT, descriptor, peer);
        timeout = loop.after(request.options().connectTimeout().toNanos(), () -> {
            late = true;
            connecting.cancel();
        });
    }

    @Override
    public void completed(int kind, int result, int flags) {
        if (kind == CONNECT) {
            connecting.end();
            connected(result);
        } else {
            connecting.cancelAnswered(result);
        }
        if (connecting.isOver()) {
            loop.dismiss(id);
        }
    }

    private void connected(int result) {
        if (timeout != null) {
            timeout.cancel();
        }
        if (result < 0) {
            fail(late && result == -Constants.ECANCELED ? request.tooLate() : Errno.connect(result));
            return;
        }
        ConnectionState state;
        try {
            state = request.connected(
                    LinuxSockets.localAddress(loop.calls(), descriptor),
                    LinuxSockets.remoteAddress(loop.calls(), descriptor));
        } catch (IOException failure) {
            fail(failure);
            return;
        }
        SlotInstaller.begin(
                loop,
                descriptor,
                slot -> {
                    LinuxSockets.close(loop.calls(), descriptor);
                    engine.counters().connected.increment();
                    UringTransport.adopt(loop, slot, state);
                },
                failure -> {
                    LinuxSockets.close(loop.calls(), descriptor);
                    loop.unassign();
                    state.refuse(failure);
                });
    }

    private void fail(Exception reason) {
        LinuxSockets.close(loop.calls(), descriptor);
        loop.slots().release();
        loop.unassign();
        request.fail(reason);
    }

    @Override
    public void abandoned() {
        if (connecting.isUnderWay()) {
            LinuxSockets.close(loop.calls(), descriptor);
            request.fail(new IllegalStateException(engine + " is closed"));
        }
    }

    @Override
    public String toString() {
        return "connect on descriptor " + descriptor;
    }
}
