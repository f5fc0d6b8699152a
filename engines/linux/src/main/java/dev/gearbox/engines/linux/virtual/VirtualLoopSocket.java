package dev.gearbox.engines.linux.virtual;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Options;
import dev.gearbox.core.blocking.BlockingSocket;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.engines.linux.sockets.LinuxSocketConverter;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Sockaddr;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connected socket on which virtual threads of one loop block. A short read has drained the socket (epoll(7)), so the next one waits for an edge at once: an
 * echo costs one recv and one send.
 */
final class VirtualLoopSocket extends ParkingDescriptor implements BlockingSocket {
    private @Nullable SocketAddress localAddress;
    private @Nullable SocketAddress remoteAddress;
    private boolean late;

    private VirtualLoopSocket(VirtualLoops loops, int descriptor, @Nullable VirtualLoop loop) {
        super(loops, descriptor, loop);
    }

    /** Creates an accepted socket, which belongs to the loop that first reads from it or writes to it. */
    static VirtualLoopSocket accepted(
            VirtualLoops loops, int descriptor, SocketAddress localAddress, SocketAddress remoteAddress) {
        VirtualLoopSocket blockingSocket = new VirtualLoopSocket(loops, descriptor, null);
        blockingSocket.localAddress = localAddress;
        blockingSocket.remoteAddress = remoteAddress;
        return blockingSocket;
    }

    /** Creates a socket that came from another engine, or came back to this one after a failed shift. */
    static VirtualLoopSocket adopted(VirtualLoops loops, DescriptorSocket socket) {
        return accepted(loops, socket.descriptor(), socket.localAddress(), socket.remoteAddress());
    }

    /** Creates a socket that will be connected. On a thread of {@code loop}. */
    static VirtualLoopSocket opened(VirtualLoops loops, VirtualLoop loop, SocketAddress address, Options options)
            throws IOException {
        return new VirtualLoopSocket(
                loops, LinuxSockets.open(loop.calls(), address, options, Constants.SOCK_NONBLOCK), loop);
    }

    /** An accepted socket has inherited its options from the listening socket. */
    @Override
    public void prepare(Options options) {}

    @Override
    public int read(ByteBuffer target) throws IOException {
        for (; ; ) {
            if (!awaitReadable()) {
                return -1;
            }
            int wanted = target.remaining();
            int count =
                    calls().recv(descriptor(), MemorySegment.ofBuffer(target).address(), wanted);
            if (count > 0) {
                if (count < wanted) {
                    readLess();
                }
                target.position(target.position() + count);
                return count;
            }
            if (count == 0) {
                return -1;
            }
            if (count == -Constants.EAGAIN) {
                readNothing();
            } else if (count != -Constants.EINTR) {
                throw Errno.failure(count);
            }
        }
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        for (; ; ) {
            awaitWritable();
            int count =
                    calls().send(descriptor(), MemorySegment.ofBuffer(source).address(), source.remaining());
            if (count >= 0) {
                source.position(source.position() + count);
                return count;
            }
            if (count == -Constants.EAGAIN) {
                wroteNothing();
            } else if (count != -Constants.EINTR) {
                throw Errno.failure(count);
            }
        }
    }

    @Override
    public DetachedSocket detach(SocketAddress local, SocketAddress remote) {
        letGo();
        handOver();
        return LinuxSocketConverter.socket(descriptor(), local, remote);
    }

    /** Waiting threads check again, and leave. */
    @Override
    public void callOff(SocketAddress local, SocketAddress remote) {
        letGo();
    }

    @Override
    public BlockingSocket back(DetachedSocket socket) {
        return adopted(loops(), (DescriptorSocket) socket);
    }

    @Override
    public void endOutput() throws IOException {
        int result = calls().shutdown(descriptor(), Constants.SHUT_WR);
        if (result < 0) {
            throw Errno.failure(result);
        }
    }

    @Override
    public void resetOnClose(SocketAddress local, SocketAddress remote) throws IOException {
        int result = calls().resetOnClose(descriptor());
        if (result < 0) {
            throw Errno.failure(result);
        }
    }

    @Override
    public void connect(SocketAddress peer, Options options) throws IOException {
        int result = calls().connect(descriptor(), new Sockaddr().set(peer));
        if (result == -Constants.EINPROGRESS || result == -Constants.EINTR) {
            wroteNothing();
            Cancellable timeout = home().after(options.connectTimeout().toNanos(), () -> {
                late = true;
                wakeWriter();
            });
            try {
                awaitWritable();
            } finally {
                timeout.cancel();
            }
            if (late) {
                throw new SocketTimeoutException("no connection to " + peer + " within " + options.connectTimeout());
            }
            result = calls().connectResult(descriptor());
        }
        if (result < 0) {
            throw Errno.connect(result);
        }
        localAddress = LinuxSockets.localAddress(calls(), descriptor());
        remoteAddress = LinuxSockets.remoteAddress(calls(), descriptor());
    }

    @Override
    public SocketAddress localAddress() {
        return Objects.requireNonNull(localAddress, "not connected yet");
    }

    @Override
    public SocketAddress remoteAddress() {
        return Objects.requireNonNull(remoteAddress, "not connected yet");
    }

    @Override
    public String toString() {
        return "connection on descriptor " + descriptor();
    }
}
