package dev.gearbox.engines.jdk;

import dev.gearbox.core.DetachedSocket;
import dev.gearbox.core.Options;
import dev.gearbox.core.blocking.Wire;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;

/** What all engines here do with sockets besides moving bytes: set their options, carry them in a hand-off. */
final class Sockets {
    private Sockets() {}

    /** A JDK channel in a hand-off. */
    record Detached(SocketChannel channel, SocketAddress localAddress, SocketAddress remoteAddress)
            implements DetachedSocket {
        Detached(SocketChannel channel) throws IOException {
            this(channel, channel.getLocalAddress(), channel.getRemoteAddress());
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /**
     * What another engine has let go of, as a socket to block on.
     *
     * @throws UnsupportedOperationException if it is no channel
     */
    static Wire blocking(DetachedSocket socket) throws IOException {
        return switch (socket) {
            case ChannelWire wire -> wire;
            case AsyncWire wire -> wire;
            case Detached detached -> {
                detached.channel().configureBlocking(true);
                yield new ChannelWire(detached.channel());
            }
            default -> throw new UnsupportedOperationException("it is no channel of the JDK");
        };
    }

    /** Before bind: a receive buffer decides the window that is offered in the handshake. */
    static void prepareListener(NetworkChannel server, Options options) throws IOException {
        server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        if (options.receiveBuffer() > 0) {
            server.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBuffer());
        }
    }

    /** Before connect, or as soon as accepted. */
    static void prepare(NetworkChannel channel, Options options) throws IOException {
        if (options.noDelay()) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        if (options.sendBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, options.sendBuffer());
        }
        if (options.receiveBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBuffer());
        }
    }
}
