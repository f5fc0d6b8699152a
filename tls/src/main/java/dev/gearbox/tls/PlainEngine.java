package dev.gearbox.tls;

import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;

/**
 * The engine of the inner sessions, as far as they need one: buffers, counters of plain bytes, the set of those that are open. It has neither
 * sockets nor threads; whichever engine drives the connection below lends its own, and may be another one later.
 */
final class PlainEngine extends EngineBase {
    PlainEngine(String name) {
        super(name);
    }

    /** They are within callbacks of the connection below, whose engine does. */
    @Override
    protected boolean reportsStuckCallbacks() {
        return false;
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

    private UnsupportedOperationException noSockets() {
        return new UnsupportedOperationException(this + " encrypts and does no I/O: ask the engine below");
    }
}
