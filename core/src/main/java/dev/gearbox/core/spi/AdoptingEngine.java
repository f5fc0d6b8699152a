package dev.gearbox.core.spi;

import dev.gearbox.core.Engine;
import java.io.IOException;

/** An engine that can take over a connection: the view that engines have of each other. */
public interface AdoptingEngine extends Engine {
    /**
     * Takes over a connection that no engine drives. The engine answers on one of its threads, by opening the connection or by declining it; a call that throws
     * has changed nothing except what is {@link Handoff#copied}, and the socket still belongs to the caller. Users of the library call {@link
     * dev.gearbox.core.Connection#shiftTo}.
     *
     * @throws UnsupportedOperationException if this engine cannot drive that kind of socket
     * @throws IOException if the system has no descriptor left for it, or the socket is not usable any more
     * @throws IllegalStateException if the engine has no room, or is closed
     * @throws OutOfMemoryError if the system has no thread left for it
     */
    void adopt(Handoff connection) throws IOException;
}
