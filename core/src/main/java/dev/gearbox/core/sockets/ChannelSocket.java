package dev.gearbox.core.sockets;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;

/**
 * A socket that is a JDK channel, registered with no selector. Its addresses are those that the connection had from the beginning: a channel that was created
 * from a descriptor knows others.
 */
public record ChannelSocket(SocketChannel channel, SocketAddress localAddress, SocketAddress remoteAddress)
        implements DetachedSocket {
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
