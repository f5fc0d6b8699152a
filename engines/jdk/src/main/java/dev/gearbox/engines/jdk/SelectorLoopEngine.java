package dev.gearbox.engines.jdk;

import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.loop.EventLoopEngine;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Optional;

/** The common part of the selector engines: an accepting loop, and channels. */
abstract class SelectorLoopEngine extends EventLoopEngine<SelectorLoop> {
    SelectorLoopEngine(String spec) {
        super(spec);
    }

    /** Returns the loop that accepts connections. */
    abstract SelectorLoop acceptLoop();

    /** Starts driving the connection. On the loop's thread. */
    void drive(SelectorLoop loop, ChannelSocket socket, ConnectionState state) {
        SelectorTransport.adopt(loop, socket, state);
    }

    @Override
    protected final void adopt(SelectorLoop loop, Handoff connection) throws IOException {
        ChannelSocket socket = connection.asChannel();
        if (loop.isLoopThread()) {
            drive(loop, socket, connection.state());
        } else {
            beginOn(loop, socket, connection.state(), () -> drive(loop, socket, connection.state()));
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
    protected final Optional<String> unixAbsence() {
        return Optional.empty();
    }

    @Override
    protected Optional<String> watchdogAbsence() {
        return Optional.empty();
    }

    @Override
    protected final Listener open(SocketAddress address, Protocol protocol, Options options) throws IOException {
        SelectorAcceptor acceptor = new SelectorAcceptor(this, acceptLoop(), address, protocol, options);
        acceptor.start();
        return acceptor;
    }

    @Override
    protected final void connect(SelectorLoop loop, ConnectRequest request) {
        new SelectorConnector(this, loop, request).connect();
    }

    @Override
    public final String backend() {
        return acceptLoop().selector().getClass().getName();
    }
}
