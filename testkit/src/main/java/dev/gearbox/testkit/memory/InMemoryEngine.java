package dev.gearbox.testkit.memory;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;

/**
 * An engine without sockets and threads: sessions run on the test's thread, when the test says so. For testing protocols, and {@link
 * dev.gearbox.core.spi.ConnectionState} itself.
 */
public final class InMemoryEngine extends EngineBase {
    /** One that has no connections yet. */
    public InMemoryEngine() {
        super("in-memory");
    }

    /** A new connection, its session open. */
    public InMemoryConnection open(Protocol protocol, Options options) {
        return InMemoryConnection.open(this, protocol, options);
    }

    /** A new connection with the usual options, its session open. */
    public InMemoryConnection open(Protocol protocol) {
        return open(protocol, Options.DEFAULT);
    }

    /** Callbacks are on the test's own thread. */
    @Override
    protected boolean reportsStuckCallbacks() {
        return false;
    }

    @Override
    protected void stopAccepting() {
        // Nothing is accepted.
    }

    @Override
    protected void stopThreads() {
        // There are none.
    }

    @Override
    public void adopt(Handoff connection) {
        throw new UnsupportedOperationException("no sockets here");
    }
}
