package dev.gearbox.engines.netty;

import dev.gearbox.core.Capability;
import dev.gearbox.core.DetachedSocket;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Quietly;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.SocketForms;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannel;
import java.util.EnumSet;

/** What Netty's native transports have in common: a channel is a number of the system's, which outlives it if it is not closed. */
final class NettyDescriptors {
    private NettyDescriptors() {}

    /** The socket under a channel that was deregistered, and is to be dropped. */
    static DetachedSocket socket(SocketChannel channel, EngineSide side) {
        return new DescriptorSocket(
                ((UnixChannel) channel).fd().intValue(),
                side.localAddress(),
                side.remoteAddress(),
                descriptor -> Quietly.close(new FileDescriptor(descriptor)::close));
    }

    /** All, but the adoption of live connections only where somebody can do with descriptors what Netty cannot. */
    static EnumSet<Capability> capabilities() {
        EnumSet<Capability> all = EnumSet.allOf(Capability.class);
        if (SocketForms.installedAbsence().isPresent()) {
            all.remove(Capability.SHIFT_IN);
        }
        return all;
    }
}
