package dev.gearbox.core.sockets;

import java.io.Closeable;
import java.net.SocketAddress;

/**
 * A connected socket that is between engines: nobody reads from it or writes to it. What it wraps is between the engine that let go and the
 * engine that adopts; each engine module has its kinds (a channel, a descriptor, a slot in a ring) and converts those of others that it can.
 */
public interface DetachedSocket extends Closeable {
    /** Our address, as it was when the connection was made. */
    SocketAddress localAddress();

    /** The peer's. */
    SocketAddress remoteAddress();
}
