package dev.gearbox.engines.jdk;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.sockets.ChannelOptions;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.spi.ConnectRequest;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A connection that is being opened on a selector loop: it waits there to be connected, and for its time-out. Used on the loop's thread. */
final class SelectorConnector implements SelectorLoop.Ready {
    private final SelectorLoopEngine engine;
    private final SelectorLoop loop;
    private final ConnectRequest request;
    private @Nullable SocketChannel channel;
    private @Nullable Cancellable timeout;

    SelectorConnector(SelectorLoopEngine engine, SelectorLoop loop, ConnectRequest request) {
        this.engine = engine;
        this.loop = loop;
        this.request = request;
    }

    void connect() {
        try {
            SocketChannel opening = ChannelOptions.open(request.address());
            channel = opening;
            opening.configureBlocking(false);
            ChannelOptions.prepare(opening, request.options());
            if (opening.connect(request.address())) {
                done(opening);
                return;
            }
            opening.register(loop.selector(), SelectionKey.OP_CONNECT, this);
            timeout = loop.after(request.options().connectTimeout().toNanos(), () -> fail(request.tooLate()));
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
        ChannelSocket socket = new ChannelSocket(opened, opened.getLocalAddress(), opened.getRemoteAddress());
        engine.drive(loop, socket, request.connected(socket.localAddress(), socket.remoteAddress()));
    }

    private void fail(Exception reason) {
        stopWaiting();
        loop.unassign();
        if (channel != null) {
            Closeables.close(channel);
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
        request.fail(new IllegalStateException(engine + " is closed"));
    }

    @Override
    public String toString() {
        return "connect " + channel;
    }
}
