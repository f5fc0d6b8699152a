package dev.gearbox.core.sockets;

import java.net.SocketAddress;

/** Stands for a socket that an engine has lost while it started or stopped driving it. No engine can adopt it, which ends the connection. */
public record LostSocket(SocketAddress localAddress, SocketAddress remoteAddress) implements DetachedSocket {
    @Override
    public void close() {
        // Closed already.
    }
}
