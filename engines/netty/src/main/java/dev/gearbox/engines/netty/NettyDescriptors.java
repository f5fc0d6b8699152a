package dev.gearbox.engines.netty;

import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.spi.ConnectionState;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannel;

/** The common part of Netty's native transports: a channel is a file descriptor. */
final class NettyDescriptors {
    private NettyDescriptors() {}

    /** Returns the socket of a channel, by the channel's own descriptor number. */
    static DescriptorSocket socket(SocketChannel channel, ConnectionState state) {
        return new DescriptorSocket(
                ((UnixChannel) channel).fd().intValue(),
                state.localAddress(),
                state.remoteAddress(),
                descriptor -> Closeables.close(new FileDescriptor(descriptor)::close));
    }
}
