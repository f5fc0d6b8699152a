package dev.gearbox.engines.netty;

import dev.gearbox.core.Capability;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Quietly;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.SocketForms;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannel;
import java.util.EnumSet;
import java.util.List;

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

    /** Those of event loops, but {@code needy} only where somebody can do with descriptors what Netty cannot. */
    static EnumSet<Capability> capabilities(Capability... needy) {
        EnumSet<Capability> all = EnumSet.complementOf(EnumSet.of(Capability.BLOCKING, Capability.ELASTIC));
        if (SocketForms.installedAbsence().isPresent()) {
            List.of(needy).forEach(all::remove);
        }
        return all;
    }
}
