package dev.gearbox.core.sockets;

import java.net.SocketAddress;
import java.util.function.IntConsumer;

/**
 * A socket that is a file descriptor of the process, owned by the holder of this object. The state of O_NONBLOCK is not defined: the new owner sets it.
 *
 * @param closer closes the descriptor
 */
public record DescriptorSocket(
        int descriptor, SocketAddress localAddress, SocketAddress remoteAddress, IntConsumer closer)
        implements DetachedSocket {
    @Override
    public void close() {
        closer.accept(descriptor);
    }
}
