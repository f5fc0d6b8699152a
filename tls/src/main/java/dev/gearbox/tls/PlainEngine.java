package dev.gearbox.tls;

import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;

/**
 * The engine of the inner sessions, reduced to what they need: buffers, counters of plain bytes, the set of open sessions. It has neither sockets nor
 * threads; it uses those of the engine that drives the connection below, which may change.
 */
final class PlainEngine extends EngineBase {
    PlainEngine(String name) {
        super(name);
    }

    /** The inner sessions run in callbacks of the connection below; its engine detects stalls. */
    @Override
    protected boolean reportsStuckCallbacks() {
        return false;
    }

    @Override
    protected void stopAccepting() {
        // Nothing is accepted here; from now on new sessions are refused, as in every closing engine.
    }

    @Override
    protected void stopThreads() {
        // There are no threads.
    }

    @Override
    public void adopt(Handoff connection) {
        throw noSockets();
    }

    private UnsupportedOperationException noSockets() {
        return new UnsupportedOperationException(this + " encrypts and does no I/O: ask the engine below");
    }
}
