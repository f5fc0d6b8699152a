package dev.gearbox.core;

import java.net.SocketAddress;
import java.util.stream.Stream;

/** A port that an engine listens on. All methods from any thread. */
public interface Listener extends AutoCloseable {
    /** The address it is bound to; where port 0 was asked for, the port that the system chose. */
    SocketAddress address();

    /**
     * The live connections that came in here, with whichever engine they are now (what an engine drives, {@link Engine#connections} lists): a
     * snapshot without order.
     */
    Stream<Connection> connections();

    /** Accepts no more. Connections that are open stay open. Twice does nothing. */
    @Override
    void close();
}
