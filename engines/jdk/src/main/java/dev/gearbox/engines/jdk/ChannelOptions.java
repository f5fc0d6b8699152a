package dev.gearbox.engines.jdk;

import dev.gearbox.core.Options;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;

/** Sets the socket options, the same way for all engines of this module. */
final class ChannelOptions {
    private ChannelOptions() {}

    /** Called before bind: the receive buffer determines the window that is offered in the handshake. */
    static void prepareListener(NetworkChannel server, Options options) throws IOException {
        server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        if (options.receiveBuffer() > 0) {
            server.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBuffer());
        }
    }

    /** Called before connect, or right after accept. */
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
