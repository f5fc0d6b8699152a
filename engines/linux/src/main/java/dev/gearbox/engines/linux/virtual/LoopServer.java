package dev.gearbox.engines.linux.virtual;

import dev.gearbox.core.blocking.Wire;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.SocketName;
import dev.gearbox.engines.linux.system.Sockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;

/** A listening socket on which a virtual thread of one loop blocks. */
final class LoopServer extends ParkingDescriptor implements Wire.Server {
    private final VirtualLoops loops;
    private final InetSocketAddress address;
    private final SocketName peer = new SocketName();

    LoopServer(VirtualLoops loops, VirtualLoop loop, int descriptor, InetSocketAddress address) {
        super(loops, descriptor, loop);
        this.loops = loops;
        this.address = address;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public Wire accept() throws IOException {
        for (; ; ) {
            if (!awaitReadable()) {
                throw new ClosedChannelException();
            }
            int result = calls().accept(descriptor(), peer.clear());
            if (result >= 0) {
                return accepted(result);
            }
            if (result == -Constants.EAGAIN) {
                readNothing();
            } else if (result != -Constants.EINTR && result != -Constants.ECONNABORTED) {
                throw Errno.failure(result);
            }
        }
    }

    private Wire accepted(int descriptor) throws IOException {
        try {
            InetSocketAddress local =
                    address.getAddress().isAnyLocalAddress() ? Sockets.localAddress(calls(), descriptor) : address;
            return LoopWire.accepted(loops, descriptor, local, peer.get());
        } catch (IOException failure) {
            Sockets.close(calls(), descriptor);
            throw failure;
        }
    }

    @Override
    public String toString() {
        return "listener " + address;
    }
}
