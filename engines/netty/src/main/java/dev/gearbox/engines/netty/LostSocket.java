package dev.gearbox.engines.netty;

import dev.gearbox.core.DetachedSocket;
import java.net.SocketAddress;

/** In the place of a socket that Netty has closed when it could not register it: no engine drives this one. */
record LostSocket(SocketAddress localAddress, SocketAddress remoteAddress) implements DetachedSocket {
    @Override
    public void close() {
        // Netty has.
    }
}
