package dev.gearbox.engines.netty;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringBufferRingConfig;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringFixedBufferRingAllocator;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Netty on io_uring: an acceptor's event loop distributes connections to N event loops, each with a ring, where they stay. A loop submits reads and writes and
 * waits for their completions in one system call.
 *
 * <pre>
 *                                    /---- ( ring 1 ) ---- event loop 1: read done, callback, write, write done
 *   clients ---- ( acceptor ) ------&lt;----- ( ring 2 ) ---- event loop 2
 *               its event loop       \---- ( ring N ) ---- event loop N
 * </pre>
 *
 * <p>Netty 4.2's native transport ({@code IoUringIoHandler}) with the features that the kernel supports: multishot accept and receive, and a ring of buffers
 * for each loop, from which the kernel takes one when bytes arrive, so that an idle connection holds none. On a kernel without such rings (before Linux 5.19)
 * the model is absent: Netty then polls first and reads afterwards, which is another model.
 *
 * <p>Limits: as {@code netty-epoll}; and a multishot receive that was in progress when a session paused may still deliver the few buffers that the kernel had
 * filled. Bytes from the buffer ring are copied once, since otherwise slow readers would hold the buffers that all other connections read into.
 */
public final class NettyUringModel implements IoModel {
    private static final String RING = "ring";
    private static final short GROUP = 0;

    @Override
    public ModelCard card() {
        List<Parameter> parameters = new ArrayList<>(NettyCards.parameters());
        parameters.add(new Parameter.Choice(
                RING,
                List.of("16", "32", "64", "128", "256", "512", "1024"),
                "64",
                "buffers in each loop's buffer ring"));
        return new ModelCard(
                "netty-uring",
                "Netty on io_uring through JNI: an acceptor distributes connections to N event loops, each with a ring",
                NettyCards.SOURCE + ", IoUringIoHandler",
                NettyCards.capabilities(Capability.SHIFT_IN, Capability.SHIFT_OUT),
                parameters);
    }

    @Override
    public Optional<String> absence() {
        return NettyCards.uring()
                .or(() -> NettyErrors.absence("io_uring", IoUring::unavailabilityCause))
                .or(() -> IoUring.isRegisterBufferRingSupported()
                        ? Optional.empty()
                        : Optional.of("this kernel's io_uring has no buffer rings; Linux 5.19 or newer is required"));
    }

    @Override
    public Engine start(Parameters parameters) {
        return new NettyEngine(parameters, new OnUring(parameters));
    }

    /** Not a record: tests override it with kernels that fail in rare ways. */
    static class OnUring implements NettyTransportKind {
        /** For the connect of a socket to itself, which completes at once. */
        private static final int SELF_CONNECT_MILLIS = 1_000;

        private final IoUringBufferRingConfig ring;
        private final int buffers;

        OnUring(Parameters parameters) {
            buffers = parameters.integer(RING);
            ring = IoUringBufferRingConfig.builder()
                    .bufferGroupId(GROUP)
                    .bufferRingSize((short) buffers)
                    .batchSize(buffers)
                    // Pooled, not adaptive: all are of one size, and a loop takes and frees them in turn.
                    .allocator(new IoUringFixedBufferRingAllocator(
                            PooledByteBufAllocator.DEFAULT, parameters.integer(NettyCards.BUFFER)))
                    .build();
        }

        @Override
        public IoHandlerFactory loops() {
            return IoUringIoHandler.newFactory(new IoUringIoHandlerConfig().setBufferRingConfig(ring));
        }

        @Override
        public ServerSocketChannel server() {
            return new IoUringServerSocketChannel();
        }

        @Override
        public SocketChannel client() {
            return new IoUringSocketChannel();
        }

        @Override
        public NettySocketOptions options() {
            return new NettySocketOptions(
                    IoUringChannelOption.SO_REUSEPORT,
                    IoUringChannelOption.TCP_KEEPIDLE,
                    IoUringChannelOption.TCP_KEEPINTVL,
                    IoUringChannelOption.TCP_KEEPCNT,
                    IoUringChannelOption.TCP_USER_TIMEOUT);
        }

        @Override
        public void prepare(SocketChannel channel) {
            channel.config().setOption(IoUringChannelOption.IO_URING_BUFFER_GROUP_ID, GROUP);
        }

        @Override
        public String backend() {
            return IoUringSocketChannel.class.getName() + ", ring of " + buffers + " buffers"
                    + feature(IoUring.isRegisterBufferRingIncSupported(), " used in parts")
                    + feature(IoUring.isAcceptMultishotEnabled(), ", accept multishot")
                    + feature(IoUring.isRecvMultishotEnabled(), ", receive multishot")
                    + feature(IoUring.isPollAddMultishotEnabled(), ", poll multishot");
        }

        @Override
        public Optional<String> shiftOutAbsence() {
            return SocketConverter.installedAbsence();
        }

        @Override
        public Optional<String> shiftInAbsence() {
            return SocketConverter.installedAbsence();
        }

        /** In any form: only its descriptor matters, of which the channel gets a duplicate. */
        @Override
        public DetachedSocket own(Handoff connection) {
            return connection.socket();
        }

        @Override
        public SocketChannel channel(DetachedSocket socket) {
            return new IoUringSocketChannel();
        }

        /**
         * Netty drives only sockets that it has created. So its own socket connects to itself, and then its descriptor number is given to the socket in
         * question; only after a round, since Netty's requests so far are still to be submitted and refer to a number. A lost handshake is not waited for as
         * long as that of a user: it fails, and {@link NettyEngine} starts again.
         */
        @Override
        public ChannelFuture begin(
                EventLoop loop, SocketChannel channel, Handoff connection, NettyChannelTransport channelTransport) {
            ChannelPromise done = channel.newPromise();
            loop.register(channel).addListener(ChannelSteps.then(done, () -> {
                // Closed with a reset, which leaves no TIME_WAIT entry in the system's tables.
                channel.config().setSoLinger(0).setConnectTimeoutMillis(SELF_CONNECT_MILLIS);
                channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .addListener(ChannelSteps.then(
                                done,
                                () -> channel.connect(channel.localAddress())
                                        .addListener(ChannelSteps.then(done, () -> {
                                            give(channel, connection);
                                            channel.pipeline().addLast(channelTransport);
                                            done.setSuccess();
                                        }))));
            }));
            return done;
        }

        /** Gives the channel's descriptor number to the socket as a second one. */
        void give(SocketChannel channel, Handoff connection) throws IOException {
            SocketConverter.needed().replace(((UnixChannel) channel).fd().intValue(), connection.socket());
            connection.copied(() -> channel.unsafe().closeForcibly());
        }

        /** io_uring waits by itself, and only for a blocking socket. */
        @Override
        public void opened(SocketChannel channel, ConnectionState state) throws IOException {
            SocketConverter.needed().setBlocking(NettyDescriptors.socket(channel, state), true);
        }

        @Override
        public Optional<SocketChannel> spare() throws IOException {
            try {
                return Optional.of(new IoUringSocketChannel());
            } catch (ChannelException none) {
                throw new IOException("it would have no socket to come back to", none);
            }
        }

        @Override
        public DetachedSocket socket(SocketChannel channel, ConnectionState state) throws IOException {
            return SocketConverter.needed().copy(NettyDescriptors.socket(channel, state));
        }

        @Override
        public void closing(Channel channel) {
            UringCancel.untilClosed(channel);
        }

        /** Netty makes the ring close its number later: until then the connection has two, and a search for it must not find this one. */
        @Override
        public boolean isFree(SocketChannel channel, ConnectionState state) {
            return !SocketConverter.needed()
                    .isAt(((UnixChannel) channel).fd().intValue(), state.localAddress(), state.remoteAddress());
        }

        @Override
        public boolean copies() {
            return true;
        }
    }

    private static String feature(boolean seen, String name) {
        return seen ? name : "";
    }
}
