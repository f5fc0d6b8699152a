package dev.gearbox.engines.netty;

import dev.gearbox.core.Engine;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.spi.SelectorProvider;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;

/**
 * Netty on the JDK's selectors: an acceptor's event loop distributes connections to N event loops, where they stay.
 *
 * <pre>
 *                                    /---- [ selector 1 ] ---- event loop 1: read, callback, write
 *   clients ---- [ acceptor ] ------&lt;----- [ selector 2 ] ---- event loop 2
 *               its event loop       \---- [ selector N ] ---- event loop N
 * </pre>
 *
 * <p>Netty 4.2's default architecture ({@code MultiThreadIoEventLoopGroup} with {@code NioIoHandler}): the same idea as {@code reactors}.
 *
 * <p>Limits: a connection changes its loop only by a shift; a callback that blocks delays its loop's connections.
 */
public final class NettyNioModel implements IoModel {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "netty-nio",
                "Netty on the JDK's selectors: an acceptor distributes connections to N event loops",
                NettyCards.SOURCE + ", NioIoHandler",
                NettyCards.capabilities(),
                NettyCards.parameters());
    }

    @Override
    public Optional<String> absence() {
        return NettyCards.nio();
    }

    @Override
    public Engine start(Parameters parameters) {
        return new NettyEngine(parameters, new Nio());
    }

    private static final class Nio implements NettyTransportKind {
        @Override
        public NettySocketOptions options() {
            return new NettySocketOptions(
                    NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT),
                    NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE),
                    NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                    NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT),
                    null);
        }

        @Override
        public IoHandlerFactory loops() {
            return NioIoHandler.newFactory();
        }

        @Override
        public ServerSocketChannel server() {
            return new LastingServer();
        }

        @Override
        public SocketChannel client() {
            return new NioSocketChannel();
        }

        @Override
        public String backend() {
            return NioSocketChannel.class.getName() + " on "
                    + SelectorProvider.provider().getClass().getName();
        }

        @Override
        public Optional<String> shiftInAbsence() {
            return Optional.empty();
        }

        @Override
        public DetachedSocket own(Handoff connection) throws IOException {
            return connection.asChannel();
        }

        @Override
        public SocketChannel channel(DetachedSocket socket) {
            return new NioSocketChannel(null, ((ChannelSocket) socket).channel());
        }

        /** A selector releases a cancelled key in its next selection. */
        @Override
        public boolean isFree(SocketChannel channel, ConnectionState state) {
            return !jdks(channel).isRegistered();
        }

        @Override
        public DetachedSocket socket(SocketChannel channel, ConnectionState state) {
            return new ChannelSocket(jdks(channel), state.localAddress(), state.remoteAddress());
        }

        private static java.nio.channels.SocketChannel jdks(SocketChannel channel) {
            return (java.nio.channels.SocketChannel) ((AbstractNioChannel.NioUnsafe) channel.unsafe()).ch();
        }
    }

    /** Netty closes a listening channel whose accept throws anything but an {@link IOException}; this one only notifies its handler. */
    private static final class LastingServer extends NioServerSocketChannel {
        @Override
        protected boolean closeOnReadError(Throwable cause) {
            return false;
        }
    }
}
