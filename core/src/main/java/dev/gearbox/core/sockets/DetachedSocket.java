package dev.gearbox.core.sockets;

import java.io.Closeable;
import java.net.SocketAddress;

/**
 * A connected socket in transit between two engines: no thread reads from it or writes to it. Each engine module has its kinds (a channel, a descriptor, a slot
 * in a ring) and converts those of other modules that it can.
 */
public interface DetachedSocket extends Closeable {
    /** Returns our address, as it was when the connection was made. */
    SocketAddress localAddress();

    /** Returns the peer's address. */
    SocketAddress remoteAddress();
}
