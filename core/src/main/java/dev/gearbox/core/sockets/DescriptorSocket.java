package dev.gearbox.core.sockets;

import java.net.SocketAddress;
import java.util.function.IntConsumer;

/**
 * A socket that is one of the process's descriptors, which belongs to whoever has this. Whether its calls wait (O_NONBLOCK) is not said: who
 * cares sets it.
 *
 * @param closer gives the number back to the system
 */
public record DescriptorSocket(
        int descriptor, SocketAddress localAddress, SocketAddress remoteAddress, IntConsumer closer)
        implements DetachedSocket {
    @Override
    public void close() {
        closer.accept(descriptor);
    }
}
