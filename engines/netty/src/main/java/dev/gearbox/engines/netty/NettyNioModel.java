package dev.gearbox.engines.netty;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.IoModel;
import dev.gearbox.core.ModelCard;
import dev.gearbox.core.Parameters;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.EnumSet;

/**
 * Netty on the JDK's selectors: an acceptor's event loop deals connections out to N event loops, where they stay.
 *
 * <pre>
 *                                    /---- [ selector 1 ] ---- event loop 1: read, callback, write
 *   clients ---- [ acceptor ] ------<----- [ selector 2 ] ---- event loop 2
 *               its event loop       \---- [ selector N ] ---- event loop N
 * </pre>
 *
 * <p>Netty 4.2's own shape ({@code MultiThreadIoEventLoopGroup} with {@code NioIoHandler}): the same idea as {@code reactors}, in the code that
 * most JVM servers run on.
 *
 * <p>Limits: a connection never changes its loop; a callback that blocks holds up its loop's connections.
 */
public final class NettyNioModel implements IoModel {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "netty-nio",
                "Netty on the JDK's selectors: an acceptor deals connections out to N event loops",
                NettyEngine.SOURCE + ", NioIoHandler",
                EnumSet.complementOf(EnumSet.of(Capability.SHIFT_IN, Capability.SHIFT_OUT, Capability.ELASTIC)),
                NettyEngine.parameters());
    }

    @Override
    public Engine start(Parameters parameters) {
        return new NettyEngine(
                parameters,
                new NettyKind(
                        NioIoHandler.newFactory(),
                        NioServerSocketChannel::new,
                        NioSocketChannel::new,
                        channel -> {},
                        NioSocketChannel.class.getName() + " on "
                                + SelectorProvider.provider().getClass().getName()));
    }
}
