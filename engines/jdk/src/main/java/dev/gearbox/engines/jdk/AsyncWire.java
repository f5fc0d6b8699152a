package dev.gearbox.engines.jdk;

import dev.gearbox.core.Options;
import dev.gearbox.core.blocking.Wire;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.Quietly;
import dev.gearbox.core.sockets.Seats;
import dev.gearbox.core.sockets.SocketForms;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** An asynchronous channel used by blocking on its futures: the group's threads do the I/O, the connection's own thread waits for them. */
final class AsyncWire implements Wire {
    private final AsynchronousSocketChannel channel;
    private final Optional<Seats> seats;
    private Seats.@Nullable Seat seat;

    private AsyncWire(AsynchronousSocketChannel channel, Optional<Seats> seats, Seats.@Nullable Seat seat) {
        this.channel = channel;
        this.seats = seats;
        this.seat = seat;
    }

    /** Channels whose I/O the threads of one group do. */
    record GroupNetwork(AsynchronousChannelGroup group, Optional<Seats> seats) implements Network {
        @Override
        public String backend() {
            return group.getClass().getName() + ", futures";
        }

        @Override
        public Server bind(InetSocketAddress address, Options options) throws IOException {
            AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open(group);
            try {
                Sockets.prepareListener(server, options);
                server.bind(address, options.acceptBacklog());
                return new FutureServer(server, server.getLocalAddress(), seats);
            } catch (IOException | RuntimeException failure) {
                Quietly.close(server);
                throw failure;
            }
        }

        @Override
        public Wire open(InetSocketAddress address, Options options) throws IOException {
            AsynchronousSocketChannel channel = AsynchronousSocketChannel.open(group);
            Sockets.prepare(channel, options);
            return new AsyncWire(channel, seats, null);
        }

        @Override
        public Optional<String> shiftOutAbsence() {
            return SocketForms.installedAbsence();
        }

        @Override
        public Optional<String> shiftInAbsence() {
            return SocketForms.installedAbsence();
        }

        @Override
        public Wire adopt(DetachedSocket socket) throws IOException {
            CompletableFuture<Wire> seated = new CompletableFuture<>();
            AsyncSeating.begin(
                    group,
                    seats.orElseThrow(),
                    socket,
                    (channel, seat) -> seated.complete(new AsyncWire(channel, seats, seat)),
                    seated::completeExceptionally);
            return await(seated);
        }
    }

    private record FutureServer(AsynchronousServerSocketChannel server, SocketAddress address, Optional<Seats> seats)
            implements Server {
        @Override
        public Wire accept() throws IOException {
            return new AsyncWire(await(server.accept()), seats, null);
        }

        @Override
        public boolean isOpen() {
            return server.isOpen();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    static <T> T await(Future<T> future) throws IOException {
        try {
            return future.get();
        } catch (ExecutionException wrapped) {
            throw cause(wrapped);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw interrupted(interrupted);
        }
    }

    private static IOException cause(ExecutionException wrapped) {
        return wrapped.getCause() instanceof IOException io ? io : new IOException(wrapped.getCause());
    }

    private static IOException interrupted(InterruptedException interrupted) {
        InterruptedIOException ended = new InterruptedIOException("interrupted while it waited for the network");
        ended.initCause(interrupted);
        return ended;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return await(channel.read(target));
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return await(channel.write(source));
    }

    @Override
    public void endOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void prepare(Options options) throws IOException {
        Sockets.prepare(channel, options);
    }

    @Override
    public void connect(InetSocketAddress address, Options options) throws IOException {
        try {
            channel.connect(address).get(options.connectTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException wrapped) {
            throw cause(wrapped);
        } catch (TimeoutException late) {
            throw (IOException)
                    new SocketTimeoutException("no connection to " + address + " within " + options.connectTimeout())
                            .initCause(late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw interrupted(interrupted);
        } catch (UnresolvedAddressException unknown) {
            throw (IOException) new UnknownHostException(address.toString()).initCause(unknown);
        }
    }

    @Override
    public SocketAddress localAddress() {
        try {
            return channel.getLocalAddress();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    @Override
    public SocketAddress remoteAddress() {
        try {
            return channel.getRemoteAddress();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    private Seats.Seat seat(SocketAddress local, SocketAddress remote) throws IOException {
        Seats.Seat found = seat;
        if (found == null) {
            found = seats.orElseThrow(() -> new IOException("nothing here takes a channel's socket away from it"))
                    .of(local, remote);
            seat = found;
        }
        return found;
    }

    @Override
    public DetachedSocket detach(SocketAddress local, SocketAddress remote) throws IOException {
        DetachedSocket socket = seat(local, remote).detach();
        channel.close();
        return socket;
    }

    /** The group completes what is under way; nobody needs to be kicked. */
    @Override
    public DetachedSocket callOff(SocketAddress local, SocketAddress remote) throws IOException {
        return seat(local, remote).callOff();
    }

    @Override
    public void close() throws IOException {
        if (seat != null) {
            seat.release();
        }
        channel.close();
    }
}
