package dev.gearbox.core.sockets;

import java.net.SocketAddress;

/** In the place of a socket that an engine has lost while it began or ceased to drive it: no engine can adopt this one, which ends the connection. */
public record LostSocket(SocketAddress localAddress, SocketAddress remoteAddress) implements DetachedSocket {
    @Override
    public void close() {
        // It is.
    }
}
