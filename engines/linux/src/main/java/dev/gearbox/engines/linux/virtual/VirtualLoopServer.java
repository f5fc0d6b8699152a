package dev.gearbox.engines.linux.virtual;

import dev.gearbox.core.blocking.BlockingSocket;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Sockaddr;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;

/** A listening socket on which a virtual thread of one loop blocks. */
final class VirtualLoopServer extends ParkingDescriptor implements BlockingSocket.Server {
    private final VirtualLoops loops;
    private final SocketAddress address;
    private final Sockaddr peer = new Sockaddr();

    VirtualLoopServer(VirtualLoops loops, VirtualLoop loop, int descriptor, SocketAddress address) {
        super(loops, descriptor, loop);
        this.loops = loops;
        this.address = address;
    }

    @Override
    public SocketAddress address() {
        return address;
    }

    @Override
    public BlockingSocket accept() throws IOException {
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

    private BlockingSocket accepted(int descriptor) throws IOException {
        try {
            SocketAddress local =
                    LinuxSockets.isAny(address) ? LinuxSockets.localAddress(calls(), descriptor) : address;
            return VirtualLoopSocket.accepted(loops, descriptor, local, peer.get());
        } catch (IOException failure) {
            LinuxSockets.close(calls(), descriptor);
            throw failure;
        }
    }

    @Override
    public String toString() {
        return "listener " + address;
    }
}
