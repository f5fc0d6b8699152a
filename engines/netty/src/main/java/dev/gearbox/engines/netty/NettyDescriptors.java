package dev.gearbox.engines.netty;

import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.spi.ConnectionState;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannel;

/** What Netty's native transports have in common: a channel is a number of the system's. */
final class NettyDescriptors {
    private NettyDescriptors() {}

    /** The socket under a channel, by the channel's own number for it. */
    static DescriptorSocket socket(SocketChannel channel, ConnectionState state) {
        return new DescriptorSocket(
                ((UnixChannel) channel).fd().intValue(),
                state.localAddress(),
                state.remoteAddress(),
                descriptor -> Closeables.close(new FileDescriptor(descriptor)::close));
    }
}
