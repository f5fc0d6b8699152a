package dev.gearbox.engines.jdk;

import dev.gearbox.core.DetachedSocket;
import dev.gearbox.core.Options;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** What all engines here do with sockets besides moving bytes: set their options, carry them in a hand-off, close them. */
final class Sockets {
    /** How long an acceptor rests when the system has no descriptor or thread left for a connection, at first and at most. */
    static final Duration FIRST_REST = Duration.ofMillis(5);

    static final Duration LONGEST_REST = Duration.ofMillis(320);

    private static final System.Logger LOG = System.getLogger("dev.gearbox");

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

    /** Twice the last rest, within bounds. */
    static Duration longer(Duration rest) {
        Duration doubled = rest.multipliedBy(2);
        return doubled.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : doubled;
    }

    /** Closes what is of no more use; that this can fail interests nobody but the log. */
    static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException failure) {
            LOG.log(System.Logger.Level.DEBUG, "a socket did not close cleanly", failure);
        }
    }
}
