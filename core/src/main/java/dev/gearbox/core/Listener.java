package dev.gearbox.core;

import java.net.SocketAddress;
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

    /** Stops accepting. Open connections stay open. Idempotent. */
    @Override
    void close();
}
