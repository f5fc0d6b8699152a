package dev.gearbox.core.loop;

import static dev.gearbox.core.ShiftException.Reason.REFUSED;

import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Destination;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Another loop of the same engine. The connection is assigned to it from the beginning, so the loop does not end before the connection arrives. */
final class LoopDestination<L extends EventLoop> implements Destination {
    private final EventLoopEngine<L> engine;
    private final L loop;
    /** Until the loop is asked to adopt the connection: from then on the loop counts it. */
    private final AtomicBoolean assigned = new AtomicBoolean(true);

    LoopDestination(EventLoopEngine<L> engine, L loop) {
        this.engine = engine;
        this.loop = loop;
    }

    /** A connection may linger for long. */
    @Override
    public boolean takesEnding() {
        return true;
    }

    @Override
    public boolean isOnOwnThread() {
        return engine.isOnOwnThread();
    }

    @Override
    public boolean has(ConnectionState state) {
        return state.binding().isOn(loop);
    }

    @Override
    public boolean admits(EngineBase from) {
        return from.equals(engine);
    }

    @Override
    public @Nullable Rejection reserve(ConnectionState state) {
        return state.engine().equals(engine) ? null : new Rejection(REFUSED, "it is with another engine by now", null);
    }

    @Override
    public void adopt(Handoff connection) throws IOException {
        assigned.set(false);
        engine.adoptOn(loop, connection);
    }

    @Override
    public void giveUp(ConnectionState state) {
        if (assigned.getAndSet(false)) {
            loop.unassign();
        }
    }

    @Override
    public String toString() {
        return loop.toString();
    }
}
