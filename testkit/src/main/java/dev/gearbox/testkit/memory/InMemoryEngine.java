package dev.gearbox.testkit.memory;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;

/**
 * An engine without sockets and threads: sessions run on the test's thread, when the test calls them. For testing protocols, and {@link
 * dev.gearbox.core.spi.ConnectionState} itself.
 */
public final class InMemoryEngine extends EngineBase {
    /** Creates an engine without connections. */
    public InMemoryEngine() {
        super("in-memory");
    }

    /** Opens a new connection and its session. */
    public InMemoryConnection open(Protocol protocol, Options options) {
        return InMemoryConnection.open(this, protocol, options);
    }

    /** Opens a new connection with the default options, and its session. */
    public InMemoryConnection open(Protocol protocol) {
        return open(protocol, Options.DEFAULT);
    }

    /** Callbacks run on the test's own thread. */
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
        // There are no threads.
    }

    @Override
    public void adopt(Handoff connection) {
        throw new UnsupportedOperationException("no sockets here");
    }
}
