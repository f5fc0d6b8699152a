package dev.gearbox.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
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
final class RefNetty {
    private static final int BUFFER = 32 << 10;
    private static final short RING = 0;
    private static final short RING_BUFFERS = 64;

    private RefNetty() {}

    @Sharable
    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports failures by exceptionCaught
        public void channelRead(ChannelHandlerContext context, Object message) {
            context.write(message, context.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }

        /** The peer has disconnected: there is nothing left to echo. */
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the result of the close does not matter
        public void exceptionCaught(ChannelHandlerContext context, Throwable gone) {
            context.close();
        }
    }

    public static void main(String[] arguments) {
        String transport = arguments[0];
        switch (transport) {
            case "nio" -> serve(transport, bootstrap(NioIoHandler.newFactory()), NioServerSocketChannel.class);
            case "epoll" -> serve(transport, bootstrap(EpollIoHandler.newFactory()), EpollServerSocketChannel.class);
            case "uring" ->
                serve(
                        transport,
                        bootstrap(IoUringIoHandler.newFactory(new IoUringIoHandlerConfig()
                                        .setBufferRingConfig(IoUringBufferRingConfig.builder()
                                                .bufferGroupId(RING)
                                                .bufferRingSize(RING_BUFFERS)
                                                .batchSize(RING_BUFFERS)
                                                .allocator(new IoUringFixedBufferRingAllocator(
                                                        PooledByteBufAllocator.DEFAULT, BUFFER))
                                                .build())))
                                .childOption(IoUringChannelOption.IO_URING_BUFFER_GROUP_ID, RING),
                        IoUringServerSocketChannel.class);
            default -> {
                System.err.println("RefNetty: \"" + transport + "\" is not a transport; expected nio, epoll or uring");
                System.exit(2);
            }
        }
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
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new Echo());
    }

    private static void serve(String transport, ServerBootstrap bootstrap, Class<? extends ServerChannel> channel) {
        InetSocketAddress bound = (InetSocketAddress) bootstrap
                .channel(channel)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel()
                .localAddress();
        ReferenceConsole.ready("ref-netty-" + transport, bound.getPort(), channel.getName());
    }
}
