package dev.gearbox.engines.netty;

import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.Quietly;
import dev.gearbox.core.spi.EngineSide;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannel;

/** What Netty's native transports have in common: a channel is a number of the system's. */
final class NettyDescriptors {
    private NettyDescriptors() {}

    /** The socket under a channel, by the channel's own number for it. */
    static DescriptorSocket socket(SocketChannel channel, EngineSide side) {
        return new DescriptorSocket(
                ((UnixChannel) channel).fd().intValue(),
                side.localAddress(),
                side.remoteAddress(),
                descriptor -> Quietly.close(new FileDescriptor(descriptor)::close));
    }
}
