package dev.gearbox.core.sockets;

import dev.gearbox.core.KeepAlive;
import dev.gearbox.core.Options;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import jdk.net.ExtendedSocketOptions;

/** Sets the socket options of JDK channels, the same way for all engines that use them. */
public final class ChannelOptions {
    private ChannelOptions() {}

    /** Called before bind: the receive buffer determines the window that is offered in the handshake. */
    public static void prepareListener(NetworkChannel server, Options options) throws IOException {
        requireNoUserTimeout(options);
        server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        if (options.reusePort()) {
            server.setOption(StandardSocketOptions.SO_REUSEPORT, true);
        }
        if (options.receiveBuffer() > 0) {
            server.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBuffer());
        }
    }

    /** Called before connect, or right after accept. */
    public static void prepare(NetworkChannel channel, Options options) throws IOException {
        requireNoUserTimeout(options);
        if (options.noDelay()) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        if (options.sendBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, options.sendBuffer());
        }
        if (options.receiveBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBuffer());
        }
        if (options.keepAlive().isPresent()) {
            keepAlive(channel, options.keepAlive().get());
        }
    }

    /** Sets when the system probes an idle connection. */
    public static void keepAlive(NetworkChannel channel, KeepAlive times) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, (int) times.idle().toSeconds());
        channel.setOption(
                ExtendedSocketOptions.TCP_KEEPINTERVAL, (int) times.interval().toSeconds());
        channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, times.probes());
    }

    /** Refuses what a JDK channel cannot set. */
    public static void requireNoUserTimeout(Options options) throws SocketException {
        if (options.userTimeout().isPositive()) {
            throw new SocketException(
                    "Options.userTimeout cannot be set by the JDK's channels: use an engine of gearbox-engines-linux, or Timeouts.write");
        }
    }
}
