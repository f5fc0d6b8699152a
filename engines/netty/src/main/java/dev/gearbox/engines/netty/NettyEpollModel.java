package dev.gearbox.engines.netty;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.util.Optional;

/**
 * Netty on epoll, called through JNI: an acceptor's event loop distributes connections to N event loops, where they stay.
 *
 * <pre>
 *                                    /---- [ epoll 1 ] ---- event loop 1: read, callback, write
 *   clients ---- [ acceptor ] ------&lt;----- [ epoll 2 ] ---- event loop 2
 *               its event loop       \---- [ epoll N ] ---- event loop N
 * </pre>
 *
 * <p>Netty 4.2's native transport for Linux ({@code EpollIoHandler}), level-triggered. It saves the JDK's selector with its keys, and the locks of its
 * channels; it saves no copy, for {@code netty-nio} has direct buffers, too.
 *
 * <p>Limits: as {@code netty-nio}. When the peer ends its side, Netty reads what the kernel still holds even if the session pauses; the bytes are kept here for
 * the session, at most one receive buffer of the kernel.
 */
public final class NettyEpollModel implements IoModel {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "netty-epoll",
                "Netty on epoll through JNI: an acceptor distributes connections to N event loops",
                NettyCards.SOURCE + ", EpollIoHandler",
                NettyCards.capabilities(Capability.SHIFT_IN),
                NettyCards.parameters());
    }

    @Override
    public Optional<String> absence() {
        return NettyCards.epoll().or(() -> NettyErrors.absence("epoll", Epoll::unavailabilityCause));
    }

    @Override
    public Engine start(Parameters parameters) {
        return new NettyEngine(parameters, new OnEpoll());
    }

    private static final class OnEpoll implements NettyTransportKind {
        @Override
        public NettySocketOptions options() {
            return new NettySocketOptions(
                    EpollChannelOption.SO_REUSEPORT,
                    EpollChannelOption.TCP_KEEPIDLE,
                    EpollChannelOption.TCP_KEEPINTVL,
                    EpollChannelOption.TCP_KEEPCNT,
                    EpollChannelOption.TCP_USER_TIMEOUT);
        }

        @Override
        public IoHandlerFactory loops() {
            return AlwaysRegisteredEpoll.factory();
        }

        @Override
        public ServerSocketChannel server() {
            return new EpollServerSocketChannel();
        }

        @Override
        public SocketChannel client() {
            return new EpollSocketChannel();
        }

        @Override
        public String backend() {
            return EpollSocketChannel.class.getName();
        }

        @Override
        public Optional<String> shiftInAbsence() {
            return SocketConverter.installedAbsence();
        }

        /** Netty's calls block unless the socket is non-blocking, and Netty does not set that on a descriptor that it has not opened. */
        @Override
        public DetachedSocket own(Handoff connection) throws IOException {
            DescriptorSocket own = connection.asDescriptor();
            Optional<SocketConverter> converter = SocketConverter.installed();
            // Without a converter only sockets of this transport come back, and those are non-blocking.
            if (converter.isPresent()) {
                converter.get().setBlocking(own, false);
            }
            return own;
        }

        @Override
        public SocketChannel channel(DetachedSocket socket) {
            return new EpollSocketChannel(((DescriptorSocket) socket).descriptor());
        }

        @Override
        public DetachedSocket socket(SocketChannel channel, ConnectionState state) {
            return NettyDescriptors.socket(channel, state);
        }
    }
}
