package dev.gearbox.core.loop;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.core.spi.HomeLoop;
import dev.gearbox.core.spi.Transport;

/** A connection whose turns all run on its event loop's thread; the loop decides what wakes it and what it waits for. For authors of engines. */
public interface LoopTransport extends Transport, Runnable {
    /** Returns the connection's state. */
    ConnectionState state();

    /** Returns the loop that drives it. */
    EventLoop loop();

    /** Runs the turn that a wake-up requested. Called on the loop's thread. */
    @Override
    void run();

    @Override
    default HomeLoop home() {
        return loop();
    }

    @Override
    default EngineBase engine() {
        return loop().engine();
    }

    @Override
    default void takenBack(DetachedSocket socket) {
        ((EventLoopEngine<?>) engine()).takeBack(loop(), new Handoff(socket, state()));
    }

    @Override
    default void wake() {
        loop().execute(this);
    }

    @Override
    default Cancellable after(long nanos, Runnable task) {
        return loop().afterInTurn(nanos, task);
    }
}
