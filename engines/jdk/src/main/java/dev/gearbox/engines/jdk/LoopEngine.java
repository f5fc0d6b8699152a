package dev.gearbox.engines.jdk;

import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.loop.EventLoopEngine;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.SocketForms;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.EngineSide;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** What the selector engines share: an accepting loop, and channels. */
abstract class LoopEngine extends EventLoopEngine<SelectorLoop> {
    LoopEngine(String spec) {
        super(spec);
    }

    /** Where connections are accepted. */
    abstract SelectorLoop acceptLoop();

    /** On the loop's thread: takes the connection over. */
    void drive(SelectorLoop loop, ChannelSocket socket, EngineSide side) {
        SelectorLink.adopt(loop, socket, side);
    }

    @Override
    protected final void adopt(SelectorLoop loop, Handoff connection) throws IOException {
        ChannelSocket socket = SocketForms.asChannel(connection.socket());
        if (loop.isLoopThread()) {
            drive(loop, socket, connection.side());
        } else {
            beginOn(loop, socket, connection.side(), () -> drive(loop, socket, connection.side()));
        }
    }

    @Override
    protected final Optional<String> shiftOutAbsence() {
        return Optional.empty();
    }

    @Override
    protected final Optional<String> shiftInAbsence() {
        return Optional.empty();
    }

    @Override
    protected Optional<String> superviseAbsence() {
        return Optional.empty();
    }

    @Override
    protected final Listener open(InetSocketAddress address, Protocol protocol, Options options) throws IOException {
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
