package dev.gearbox.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUringBufferRingConfig;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringFixedBufferRingAllocator;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Echo on Netty, written by hand in its own API as an expert would: what is read is written back unchanged and flushed when the read completes; a
 * pooled allocator and fixed 32 KiB receive buffers (adaptive ones were measured to be slower), with io_uring a ring of such buffers. The argument
 * names the transport: {@code nio}, {@code epoll} or {@code uring}. One event loop for each core, in addition to the acceptor's.
 *
 * <p>Unlike {@code netty-nio} and the other Netty engines, it has no back-pressure: it continues to read from a peer that does not read.
 */
public final class RefNetty {
    private static final int BUFFER = 32 << 10;
    private static final short RING = 0;
    private static final short RING_BUFFERS = 64;

    private RefNetty() {}

    public static void main(String[] arguments) {
        String transport = arguments[0];
        try {
            ReferenceConsole.ready("ref-netty-" + transport, listen(transport, new NettyEcho()), transport);
        } catch (IllegalArgumentException unknown) {
            System.err.println("RefNetty: " + unknown.getMessage());
            System.exit(2);
        }
    }

    /**
     * Listens on a free port of the loopback interface, and returns it.
     *
     * @param transport {@code nio}, {@code epoll} or {@code uring}
     * @param child handles or initializes each connection
     */
    public static int listen(String transport, ChannelHandler child) {
        ServerBootstrap bootstrap = switch (transport) {
            case "nio" -> bootstrap(NioIoHandler.newFactory()).channel(NioServerSocketChannel.class);
            case "epoll" -> bootstrap(EpollIoHandler.newFactory()).channel(EpollServerSocketChannel.class);
            case "uring" ->
                bootstrap(IoUringIoHandler.newFactory(rings()))
                        .childOption(IoUringChannelOption.IO_URING_BUFFER_GROUP_ID, RING)
                        .channel(IoUringServerSocketChannel.class);
            default ->
                throw new IllegalArgumentException(
                        "\"" + transport + "\" is not a transport; expected nio, epoll or uring");
        };
        Channel bound = bootstrap
                .childHandler(child)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
        return ((InetSocketAddress) bound.localAddress()).getPort();
    }

    private static IoUringIoHandlerConfig rings() {
        return new IoUringIoHandlerConfig()
                .setBufferRingConfig(IoUringBufferRingConfig.builder()
                        .bufferGroupId(RING)
                        .bufferRingSize(RING_BUFFERS)
                        .batchSize(RING_BUFFERS)
                        .allocator(new IoUringFixedBufferRingAllocator(PooledByteBufAllocator.DEFAULT, BUFFER))
                        .build());
    }

    private static ServerBootstrap bootstrap(IoHandlerFactory loops) {
        EventLoopGroup acceptor = new MultiThreadIoEventLoopGroup(1, loops);
        EventLoopGroup workers =
                new MultiThreadIoEventLoopGroup(Runtime.getRuntime().availableProcessors(), loops);
        return new ServerBootstrap()
                .group(acceptor, workers)
                .option(ChannelOption.SO_BACKLOG, 4096)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(BUFFER))
                .childOption(ChannelOption.TCP_NODELAY, true);
    }
}
