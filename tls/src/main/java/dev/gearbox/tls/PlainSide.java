package dev.gearbox.tls;

import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineBase;
import dev.gearbox.core.Handoff;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.net.SocketAddress;
import java.util.concurrent.CompletionStage;

/**
 * The engine of the inner sessions, as far as they need one: buffers, counters of plain bytes, the set of those that are open. It has neither
 * sockets nor threads; whichever engine drives the connection below lends its own, and may be another one later.
 */
final class PlainSide extends EngineBase {
    PlainSide(String name) {
        super(name);
    }

    @Override
    protected void stopAccepting() {
        // Nothing is accepted here: new sessions are refused from now on, as in every closing engine.
    }

    @Override
    protected void stopThreads() {
        // There are none.
    }

    @Override
    public void adopt(Handoff connection) {
        throw noSockets();
    }

    @Override
    public Listener listen(SocketAddress address, Protocol protocol, Options options) {
        throw noSockets();
    }

    @Override
    public CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options) {
        throw noSockets();
    }

    private UnsupportedOperationException noSockets() {
        return new UnsupportedOperationException(this + " encrypts and does no I/O: ask the engine below");
    }
}
