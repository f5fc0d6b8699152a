package dev.gearbox.engines.linux.epoll;

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

/** A connection that is being opened on an epoll loop: it waits there to be connected, and for its time-out. Used on the loop's thread. */
final class EpollConnector implements EpollLoop.Ready {
    private static final int NONE = -1;

    private final EpollEngine engine;
    private final EpollLoop loop;
    private final ConnectRequest request;
    private int descriptor = NONE;
    private @Nullable Cancellable timeout;

    EpollConnector(EpollEngine engine, EpollLoop loop, ConnectRequest request) {
        this.engine = engine;
        this.loop = loop;
        this.request = request;
    }

    void connect() {
        try {
            SocketAddress peer = request.address();
            int opened = LinuxSockets.open(loop.calls(), peer, request.options(), Constants.SOCK_NONBLOCK);
            descriptor = opened;
            loop.register(opened, Constants.EPOLLOUT, this);
            int result = loop.calls().connect(opened, new Sockaddr().set(peer));
            if (result == 0) {
                done();
            } else if (result == -Constants.EINPROGRESS || result == -Constants.EINTR) {
                timeout = loop.after(request.options().connectTimeout().toNanos(), () -> fail(request.tooLate()));
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
        ConnectionState state = request.connected(
                LinuxSockets.localAddress(loop.calls(), descriptor),
                LinuxSockets.remoteAddress(loop.calls(), descriptor));
        stopWaiting();
        engine.counters().connected.increment();
        EpollTransport.connected(loop, descriptor, state);
    }

    private void fail(Exception reason) {
        stopWaiting();
        loop.unassign();
        if (descriptor != NONE) {
            loop.close(descriptor);
        }
        request.fail(reason);
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
        request.fail(new IllegalStateException(engine + " is closed"));
    }

    @Override
    public String toString() {
        return "connect on descriptor " + descriptor;
    }
}
