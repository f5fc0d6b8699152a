package dev.gearbox.core.sockets;

import dev.gearbox.core.KeepAlive;
import dev.gearbox.core.Options;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.NetworkChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/** Sets the socket options of JDK channels, the same way for all engines that use them. */
public final class ChannelOptions {
    private ChannelOptions() {}

    /** Opens a channel for connections to or from such an address. */
    public static SocketChannel open(SocketAddress address) throws IOException {
        return address instanceof UnixDomainSocketAddress
                ? SocketChannel.open(StandardProtocolFamily.UNIX)
                : SocketChannel.open();
    }

    /** Opens a channel that can listen on such an address. */
    public static ServerSocketChannel openServer(SocketAddress address) throws IOException {
        return address instanceof UnixDomainSocketAddress
                ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                : ServerSocketChannel.open();
    }

    /** Called before bind: the receive buffer determines the window that is offered in the handshake. */
    public static void prepareListener(NetworkChannel server, Options options) throws IOException {
        requireNoUserTimeout(options);
        if (!isInternet(server)) {
            return;
        }
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
        boolean internet = isInternet(channel);
        if (options.noDelay() && internet) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        if (options.sendBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, options.sendBuffer());
        }
        if (options.receiveBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBuffer());
        }
        if (options.keepAlive().isPresent() && internet) {
            keepAlive(channel, options.keepAlive().get());
        }
    }

    /** Returns whether the options of TCP apply; a Unix-domain socket has none of them. */
    private static boolean isInternet(NetworkChannel channel) {
        return channel.supportedOptions().contains(StandardSocketOptions.SO_REUSEADDR);
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
