package dev.gearbox.engines.netty;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.spi.AcceptBackoff;
import dev.gearbox.core.spi.ConnectionState;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A listening channel on the acceptor's event loop: each accepted connection is registered with the next loop. Does what Netty's {@code ServerBootstrap} does,
 * but counts, and backs off after a failed accept for 5 to 320 ms as the other engines do, instead of always for a second.
 */
final class NettyAcceptor extends ChannelInboundHandlerAdapter implements Listener {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    /**
     * A multishot accept does not deliver the peer's address, and the kernel has forgotten it if the peer has reset already. The session then sees this
     * address.
     */
    private static final SocketAddress GONE = new InetSocketAddress(0);

    private final NettyEngine engine;
    private final Protocol protocol;
    private final Options options;
    private final ServerSocketChannel server;
    private final SocketAddress address;
    private final AcceptBackoff backoff = new AcceptBackoff();
    private boolean resting;

    /** Listens when it returns. Waits for the acceptor's event loop, on which no session is ever called. */
    NettyAcceptor(NettyEngine engine, SocketAddress address, Protocol protocol, Options options) throws IOException {
        this.engine = engine;
        this.protocol = protocol;
        this.options = options;
        engine.kind().options().require(options);
        try {
            server = engine.kind().server();
        } catch (ChannelException failure) {
            throw NettyErrors.ofBind(failure, address);
        }
        server.config().setReuseAddress(true).setBacklog(options.acceptBacklog());
        if (options.receiveBuffer() > 0) {
            // Before bind: it determines the window that is offered in the handshake.
            server.config().setReceiveBufferSize(options.receiveBuffer());
        }
        engine.kind().options().prepareListener(server.config(), options);
        server.pipeline().addLast(this);
        ChannelFuture registered = engine.acceptLoop().register(server).awaitUninterruptibly();
        ChannelFuture bound = registered.isSuccess() ? server.bind(address).awaitUninterruptibly() : registered;
        Throwable failure = bound.cause();
        if (failure != null) {
            server.close().awaitUninterruptibly();
            throw NettyErrors.ofBind(failure, address);
        }
        this.address = server.localAddress();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        SocketChannel child = (SocketChannel) message;
        engine.counters().accepted.increment();
        try {
            take(child);
        } catch (ChannelException gone) {
            LOG.log(Level.DEBUG, "a connection ended before it was accepted", gone);
            child.unsafe().closeForcibly();
        } catch (RuntimeException | Error unable) {
            child.unsafe().closeForcibly();
            backOff(context, unable);
            return;
        }
        backoff.accepted();
    }

    private void take(SocketChannel child) {
        engine.prepare(child, options);
        SocketAddress local = child.localAddress();
        SocketAddress remote = child.remoteAddress();
        engine.take(
                child,
                new ConnectionState(
                        protocol,
                        options,
                        local == null ? address : local,
                        remote == null ? GONE : remote,
                        this,
                        null));
    }

    /** Most likely no descriptors are left. An Error is handled the same way: the loop would not survive one that passed through here. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        backOff(context, failure);
    }

    /**
     * Reading is disabled at the end of the loop's round, not here: Netty arms a multishot accept of io_uring again as soon as this returns, and accepts that
     * fail until then belong to the same failure.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // resuming the accepts cannot fail, or the channel is closed
    private void backOff(ChannelHandlerContext context, Throwable failure) {
        if (resting || !server.isOpen()) {
            return;
        }
        resting = true;
        context.executor().execute(() -> server.config().setAutoRead(false));
        context.executor().schedule(this::acceptAgain, backoff.failed(engine, failure), TimeUnit.NANOSECONDS);
    }

    private void acceptAgain() {
        resting = false;
        server.config().setAutoRead(true);
    }

    @Override
    public SocketAddress address() {
        return address;
    }

    @Override
    public Stream<Connection> connections() {
        return engine.connections(this);
    }

    @Override
    public void close() {
        if (server.isOpen()) {
            ChannelFuture closed = server.close();
            engine.kind().closing(server);
            closed.awaitUninterruptibly();
        }
        engine.forget(this);
    }

    @Override
    public Shutdown close(Duration grace) {
        return engine.close(this, grace);
    }

    @Override
    public String toString() {
        return "acceptor " + address;
    }
}
