package dev.gearbox.engines.jdk;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Options;
import dev.gearbox.core.blocking.BlockingSocket;
import dev.gearbox.core.sockets.ChannelOptions;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.EnumSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A {@link SocketChannel} in blocking mode: with direct buffers its calls copy nothing, and on a virtual thread they park it. */
final class BlockingChannelSocket implements BlockingSocket {
    /** Larger pieces were not faster on the loopback interface (256 KiB in pieces of 256, 128, 64, 32: 36 us of CPU time each; of 16: 40). */
    private static final int LARGEST_WRITE = 32 << 10;

    /** Channels of the default provider. */
    static final Factory SOCKETS = new Factory() {
        @Override
        public String backend() {
            return SelectorProvider.provider().getClass().getName() + ", blocking";
        }

        @Override
        public Server bind(SocketAddress address, Options options) throws IOException {
            ServerSocketChannel server = ChannelOptions.openServer(address);
            try {
                ChannelOptions.prepareListener(server, options);
                server.bind(address, options.acceptBacklog());
                return new ChannelServer(server, server.getLocalAddress());
            } catch (IOException | RuntimeException failure) {
                Closeables.close(server);
                throw failure;
            }
        }

        @Override
        public BlockingSocket open(SocketAddress address, Options options) throws IOException {
            SocketChannel channel = ChannelOptions.open(address);
            try {
                ChannelOptions.prepare(channel, options);
            } catch (IOException | RuntimeException refused) {
                Closeables.close(channel);
                throw refused;
            }
            return new BlockingChannelSocket(channel);
        }

        @Override
        public Optional<String> unixAbsence() {
            return Optional.empty();
        }

        // Making a thread return from a call of the JDK needs native system calls.
        @Override
        public Optional<String> shiftOutAbsence() {
            return SocketConverter.installedAbsence();
        }

        @Override
        public Optional<String> shiftInAbsence() {
            return Optional.empty();
        }

        @Override
        public BlockingSocket adopt(Handoff connection) throws IOException {
            SocketChannel channel = connection.asChannel().channel();
            channel.configureBlocking(true);
            return new BlockingChannelSocket(channel);
        }
    };

    private final SocketChannel channel;
    /** Set from when the socket is detached from calls until it is back; the channel has a broken one meanwhile. */
    private SocketConverter.@Nullable CalledOff calledOff;

    private boolean detached;

    BlockingChannelSocket(SocketChannel channel) {
        this.channel = channel;
    }

    /** Returns the capabilities of an engine on these sockets: {@code others}, and shifts as far as this process supports them. */
    static EnumSet<Capability> capabilities(Capability... others) {
        EnumSet<Capability> all = EnumSet.of(Capability.SHIFT_IN, others);
        all.add(Capability.UNIX_SOCKETS);
        if (SOCKETS.shiftOutAbsence().isEmpty()) {
            all.add(Capability.SHIFT_OUT);
        }
        return all;
    }

    private record ChannelServer(ServerSocketChannel server, SocketAddress address) implements Server {
        @Override
        public BlockingSocket accept() throws IOException {
            return new BlockingChannelSocket(server.accept());
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

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    /** A blocking channel returns when everything is written: with a slow peer, progress would not be visible for a long time. */
    @Override
    public int write(ByteBuffer source) throws IOException {
        int limit = source.limit();
        source.limit(Math.min(limit, source.position() + LARGEST_WRITE));
        try {
            return channel.write(source);
        } finally {
            source.limit(limit);
        }
    }

    @Override
    public void endOutput() throws IOException {
        channel.shutdownOutput();
    }

    /** While calls are called off, the channel has a broken socket. */
    @Override
    public void resetOnClose(SocketAddress local, SocketAddress remote) throws IOException {
        if (calledOff == null) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } else {
            converter().resetOnClose(local, remote);
        }
    }

    @Override
    public DetachedSocket detach(SocketAddress local, SocketAddress remote) {
        detached = true;
        return calledOff == null ? new ChannelSocket(channel, local, remote) : calledOff.socket();
    }

    @Override
    public void callOff(SocketAddress local, SocketAddress remote) throws IOException {
        calledOff = converter().callOff(new ChannelSocket(channel, local, remote));
    }

    @Override
    public void moved() {
        if (calledOff != null) {
            Closeables.close(channel);
        }
    }

    /** Takes it back in its original channel; that of a virtual thread expects non-blocking mode, any other works in it. */
    @Override
    public BlockingSocket back(DetachedSocket socket) throws IOException {
        if (calledOff != null) {
            SocketConverter converter = converter();
            converter.setBlocking(calledOff.socket(), false);
            converter.replace(calledOff.number(), socket);
            calledOff = null;
            Closeables.close(socket);
        }
        channel.configureBlocking(true);
        detached = false;
        return this;
    }

    @Override
    public int caller() {
        return SocketConverter.installed().map(SocketConverter::currentThread).orElse(0);
    }

    @Override
    public void signal(Thread thread, int caller) {
        converter().signal(thread, caller);
    }

    private static SocketConverter converter() {
        return SocketConverter.installed().orElseThrow();
    }

    @Override
    public void prepare(Options options) throws IOException {
        ChannelOptions.prepare(channel, options);
    }

    @Override
    public void connect(SocketAddress address, Options options) throws IOException {
        if (address instanceof UnixDomainSocketAddress) {
            // Waits only while the listener's queue is full.
            channel.connect(address);
            return;
        }
        // Through the socket adapter: the channel's own connect has no time-out.
        channel.socket()
                .connect(
                        address,
                        Math.toIntExact(Math.max(1, options.connectTimeout().toMillis())));
    }

    @Override
    public SocketAddress localAddress() {
        return address(channel::getLocalAddress);
    }

    @Override
    public SocketAddress remoteAddress() {
        return address(channel::getRemoteAddress);
    }

    private interface AddressRead {
        @Nullable
        SocketAddress read() throws IOException;
    }

    private static SocketAddress address(AddressRead one) {
        try {
            return requireNonNull(one.read(), "not connected");
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (calledOff != null && !detached) {
            calledOff.socket().close();
        }
    }
}
