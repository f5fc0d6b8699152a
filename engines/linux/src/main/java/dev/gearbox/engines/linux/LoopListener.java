package dev.gearbox.engines.linux;

import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.EventLoop;
import dev.gearbox.core.EventLoopEngine;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A port of an engine of loops: a listening socket on each of the loops that accept, which is all that they differ in. */
abstract class LoopListener implements Listener {
    /** A listening socket on a loop. All on the loop's thread. */
    interface Acceptor {
        /** Accepts from now on. */
        void begin();

        /** Lets go of the socket; twice does nothing. */
        void close();
    }

    private record Seat(EventLoop loop, Acceptor acceptor) {}

    private final EventLoopEngine<?> engine;
    private final Protocol protocol;
    private final Options options;
    private final InetSocketAddress address;
    private final List<Seat> seats = new ArrayList<>();

    LoopListener(EventLoopEngine<?> engine, InetSocketAddress address, Protocol protocol, Options options) {
        this.engine = engine;
        this.address = address;
        this.protocol = protocol;
        this.options = options;
    }

    /** Accepts on this loop as well. */
    final void begin(EventLoop loop, Acceptor acceptor) {
        seats.add(new Seat(loop, acceptor));
        loop.execute(acceptor::begin);
    }

    /** A connection that came in. */
    final EngineSide accepted(InetSocketAddress local, InetSocketAddress remote) {
        return new EngineSide(protocol, options, local, remote, this, null);
    }

    @Override
    public final InetSocketAddress address() {
        return address;
    }

    /** Whether a connection's own address has to be asked for. */
    final boolean isAnyAddress() {
        return address.getAddress().isAnyLocalAddress();
    }

    @Override
    public final Stream<Connection> connections() {
        return engine.connections(this);
    }

    @Override
    public final void close() {
        for (Seat seat : seats) {
            seat.loop.call(seat.acceptor::close);
        }
        engine.forget(this);
    }

    @Override
    public final String toString() {
        return "listener " + address;
    }
}
