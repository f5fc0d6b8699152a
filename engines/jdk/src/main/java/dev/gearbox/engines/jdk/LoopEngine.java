package dev.gearbox.engines.jdk;

import dev.gearbox.core.ConnectRequest;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.EventLoopEngine;
import dev.gearbox.core.Handoff;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Quietly;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;

/** What the selector engines share: an accepting loop, and channels. */
abstract class LoopEngine extends EventLoopEngine<SelectorLoop> {
    LoopEngine(String spec) {
        super(spec);
    }

    /** Where connections are accepted. */
    abstract SelectorLoop acceptLoop();

    /** On the loop's thread: takes the connection over. */
    void drive(SelectorLoop loop, SocketChannel channel, EngineSide side) {
        SelectorLink.adopt(loop, channel, side);
    }

    @Override
    public final void adopt(Handoff connection) {
        if (!(connection.socket() instanceof Sockets.Detached socket)) {
            Quietly.close(connection.socket());
            throw new UnsupportedOperationException(
                    this + " cannot drive a " + connection.socket().getClass().getSimpleName());
        }
        adopt(socket.channel(), connection.side());
    }

    final void adopt(SocketChannel channel, EngineSide side) {
        SelectorLoop loop = nextLoop();
        if (loop.isLoopThread()) {
            drive(loop, channel, side);
        } else {
            loop.execute(() -> drive(loop, channel, side));
        }
    }

    @Override
    protected final Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException {
        LoopAcceptor acceptor = new LoopAcceptor(this, acceptLoop(), address, protocol, options);
        acceptor.start();
        return acceptor;
    }

    @Override
    protected final void connect(SelectorLoop loop, ConnectRequest request) {
        new LoopConnector(this, loop, request).connect();
    }

    @Override
    public final String backend() {
        return acceptLoop().selector().getClass().getName();
    }
}
