package dev.gearbox.engines.netty;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.IoModel;
import dev.gearbox.core.ModelCard;
import dev.gearbox.core.Parameters;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.EnumSet;
import java.util.Optional;

/**
 * Netty on epoll, called through JNI: an acceptor's event loop deals connections out to N event loops, where they stay.
 *
 * <pre>
 *                                    /---- [ epoll 1 ] ---- event loop 1: read, callback, write
 *   clients ---- [ acceptor ] ------<----- [ epoll 2 ] ---- event loop 2
 *               its event loop       \---- [ epoll N ] ---- event loop N
 * </pre>
 *
 * <p>Netty 4.2's native transport for Linux ({@code EpollIoHandler}). It does what a selector does without the JDK's sets of keys, its lock for
 * each call and its buffers in between.
 *
 * <p>Limits: as {@code netty-nio}. When the peer ends its side, Netty reads what the kernel still holds even of a session that pauses; it waits
 * here for the session, at most one receive buffer of the kernel's.
 */
public final class NettyEpollModel implements IoModel {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "netty-epoll",
                "Netty on epoll through JNI: an acceptor deals connections out to N event loops",
                NettyEngine.SOURCE + ", EpollIoHandler",
                EnumSet.complementOf(EnumSet.of(Capability.SHIFT_IN, Capability.SHIFT_OUT, Capability.ELASTIC)),
                NettyEngine.parameters());
    }

    @Override
    public Optional<String> absence() {
        return NettyErrors.absence("epoll", Epoll::unavailabilityCause);
    }

    @Override
    public Engine start(Parameters parameters) {
        return new NettyEngine(
                parameters,
                new NettyKind(
                        EpollIoHandler.newFactory(),
                        EpollServerSocketChannel::new,
                        EpollSocketChannel::new,
                        channel -> {},
                        EpollSocketChannel.class.getName()));
    }
}
