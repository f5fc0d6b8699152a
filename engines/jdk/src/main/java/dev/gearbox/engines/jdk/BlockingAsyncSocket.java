package dev.gearbox.engines.jdk;

import dev.gearbox.core.Options;
import dev.gearbox.core.blocking.BlockingSocket;
import dev.gearbox.core.sockets.ChannelDescriptors;
import dev.gearbox.core.sockets.ChannelOptions;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
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
final class BlockingAsyncSocket implements BlockingSocket {
    private final AsynchronousSocketChannel channel;
    private final Optional<ChannelDescriptors> descriptors;
    private ChannelDescriptors.@Nullable ChannelDescriptor descriptor;

    private BlockingAsyncSocket(
            AsynchronousSocketChannel channel,
            Optional<ChannelDescriptors> descriptors,
            ChannelDescriptors.@Nullable ChannelDescriptor descriptor) {
        this.channel = channel;
        this.descriptors = descriptors;
        this.descriptor = descriptor;
    }

    /** Channels whose I/O is done by the threads of one group. */
    record GroupFactory(AsynchronousChannelGroup group, Optional<ChannelDescriptors> descriptors) implements Factory {
        @Override
        public String backend() {
            return group.getClass().getName() + ", futures";
        }

        @Override
        public Server bind(SocketAddress address, Options options) throws IOException {
            AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open(group);
            try {
                ChannelOptions.prepareListener(server, options);
                server.bind(address, options.acceptBacklog());
                return new FutureServer(server, server.getLocalAddress(), descriptors);
            } catch (IOException | RuntimeException failure) {
                Closeables.close(server);
                throw failure;
            }
        }

        @Override
        public BlockingSocket open(SocketAddress address, Options options) throws IOException {
            AsynchronousSocketChannel channel = AsynchronousSocketChannel.open(group);
            try {
                ChannelOptions.prepare(channel, options);
            } catch (IOException | RuntimeException refused) {
                Closeables.close(channel);
                throw refused;
            }
            return new BlockingAsyncSocket(channel, descriptors, null);
        }

        @Override
        public Optional<String> shiftOutAbsence() {
            return SocketConverter.installedAbsence();
        }

        @Override
        public Optional<String> shiftInAbsence() {
            return SocketConverter.installedAbsence();
        }

        @Override
        public Optional<String> resetAbsence() {
            return AsyncTransport.resetAbsence();
        }

        @Override
        public Optional<String> unixAbsence() {
            return AsyncTransport.unixAbsence();
        }

        @Override
        public BlockingSocket adopt(Handoff connection) throws IOException {
            CompletableFuture<BlockingSocket> seated = new CompletableFuture<>();
            AsyncAdoption.begin(
                    group,
                    descriptors.orElseThrow(),
                    connection,
                    (channel, descriptor) -> seated.complete(new BlockingAsyncSocket(channel, descriptors, descriptor)),
                    seated::completeExceptionally);
            return await(seated);
        }
    }

    private record FutureServer(
            AsynchronousServerSocketChannel server, SocketAddress address, Optional<ChannelDescriptors> descriptors)
            implements Server {
        @Override
        public BlockingSocket accept() throws IOException {
            return new BlockingAsyncSocket(await(server.accept()), descriptors, null);
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
        ChannelOptions.prepare(channel, options);
    }

    @Override
    public void connect(SocketAddress address, Options options) throws IOException {
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

    private ChannelDescriptors.ChannelDescriptor descriptor(SocketAddress local, SocketAddress remote)
            throws IOException {
        ChannelDescriptors.ChannelDescriptor found = descriptor;
        if (found == null) {
            found = descriptors
                    .orElseThrow(() -> new IOException("the socket of a channel cannot be detached here"))
                    .of(local, remote);
            descriptor = found;
        }
        return found;
    }

    @Override
    public void resetOnClose(SocketAddress local, SocketAddress remote) throws IOException {
        AsyncTransport.resetOnClose(local, remote);
    }

    @Override
    public DetachedSocket detach(SocketAddress local, SocketAddress remote) throws IOException {
        return descriptor(local, remote).detach();
    }

    /** The group completes the operations in progress; no thread needs a signal. */
    @Override
    public void callOff(SocketAddress local, SocketAddress remote) throws IOException {
        descriptor(local, remote).callOff();
    }

    @Override
    public void moved() {
        Closeables.close(channel);
    }

    @Override
    public BlockingSocket back(DetachedSocket socket) throws IOException {
        descriptor(socket.localAddress(), socket.remoteAddress()).back(socket);
        return this;
    }

    @Override
    public void close() throws IOException {
        if (descriptor != null) {
            descriptor.release();
        }
        channel.close();
    }
}
