package dev.gearbox.engines.jdk;

import dev.gearbox.core.Options;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;

/** What all engines here do with sockets besides moving bytes: set their options. */
final class ChannelOptions {
    private ChannelOptions() {}

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
