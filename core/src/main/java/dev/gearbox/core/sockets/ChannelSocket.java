package dev.gearbox.core.sockets;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;

/**
 * A socket that is a channel of the JDK's, registered with no selector. Its addresses are those that the connection has had from its beginning: a
 * channel that was made of a descriptor knows others.
 */
public record ChannelSocket(SocketChannel channel, SocketAddress localAddress, SocketAddress remoteAddress)
        implements DetachedSocket {
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
