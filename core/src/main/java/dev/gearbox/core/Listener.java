package dev.gearbox.core;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.stream.Stream;

/** A port that an engine listens on. All methods may be called from any thread. */
public interface Listener extends AutoCloseable {
    /** Returns the address that it is bound to. If port 0 was requested, this has the port that the system chose. */
    SocketAddress address();

    /**
     * Returns a snapshot, in no order, of the live connections that were accepted here, whichever engine drives them now. ({@link Engine#connections} lists
     * what an engine drives.)
     */
    Stream<Connection> connections();

    /**
     * Stops accepting, asks the sessions of all {@link #connections} to finish ({@link Session#stopping}; not if {@code grace} is zero), waits until these have
     * ended, and cuts off those that are left after {@code grace}, with an {@link EngineClosedException}. Callbacks that do not return are treated as by {@link
     * Engine#close(Duration)}. The engine keeps running.
     *
     * @return the outcome
     * @throws IllegalStateException as {@link Engine#close(Duration)}
     */
    Shutdown close(Duration grace);

    /** Stops accepting. Open connections stay open. Idempotent. */
    @Override
    void close();
}
