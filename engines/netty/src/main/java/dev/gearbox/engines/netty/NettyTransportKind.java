package dev.gearbox.engines.netty;

import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.util.Optional;

/** What differs between Netty's transports; the rest of the engine is the same code. */
interface NettyTransportKind {
    /** Creates the handler that waits and does the I/O in each event loop. */
    IoHandlerFactory loops();

    /** Creates a listening socket, not bound yet. */
    ServerSocketChannel server();

    /** Creates a connecting socket, not connected yet. */
    SocketChannel client();

    /** Sets up every connection's channel, besides its options. */
    default void prepare(SocketChannel channel) {}

    /** Netty was asked to close this channel, which is registered. From any thread. */
    default void closing(Channel channel) {}

    /** Returns what runs, as recorded in results. */
    String backend();

    // ---- Shifts

    /** Returns why no socket can be shifted to another engine; empty if it can. */
    default Optional<String> shiftOutAbsence() {
        return Optional.empty();
    }

    /** Returns why no socket of another engine can be shifted here; empty if it can. */
    Optional<String> shiftInAbsence();

    /**
     * From any thread: what another engine has let go of, in the form in which this transport drives it.
     *
     * @throws UnsupportedOperationException if it is of a kind that has no such form
     * @throws IOException if that is not possible now
     */
    DetachedSocket own(Handoff connection) throws IOException;

    /**
     * Returns Netty's channel for a socket that is {@link #own}; not registered yet.
     *
     * @throws ChannelException if the socket is of no use any more, or the system has no descriptor left
     */
    SocketChannel channel(DetachedSocket socket);

    /**
     * On the event loop: registers the channel, with {@code channelTransport} as its handler, and has it drive the connection's socket. It is done when Netty can
     * read and write; if it fails, the channel is closed.
     */
    default ChannelFuture begin(
            EventLoop loop, SocketChannel channel, Handoff connection, NettyChannelTransport channelTransport) {
        channel.pipeline().addLast(channelTransport);
        return loop.register(channel);
    }

    /**
     * On the event loop: the connection is the engine's, and nothing was read or written yet.
     *
     * @throws IOException if the socket is of no use any more
     */
    default void opened(SocketChannel channel, ConnectionState state) throws IOException {}

    /**
     * For a connection that is about to leave: the channel that it will have if it comes back; empty if that takes no descriptor.
     *
     * @throws IOException if the system has none left
     */
    default Optional<SocketChannel> spare() throws IOException {
        return Optional.empty();
    }

    /**
     * On the event loop: the socket of a channel that is about to be left.
     *
     * @throws IOException if the system has no descriptor left
     */
    DetachedSocket socket(SocketChannel channel, ConnectionState state) throws IOException;

    /**
     * Returns whether {@link #socket} is a duplicate of the channel's descriptor. Then the channel is abandoned by closing it, and Netty drops what it has not
     * sent when it has the system's last result. Otherwise it is abandoned by deregistering it, and what Netty has not sent can be taken back at any time.
     */
    default boolean copies() {
        return false;
    }

    /** Returns whether nothing is left of a channel that was deregistered or closed, in Netty or among the process's descriptors. On the event loop. */
    default boolean isFree(SocketChannel channel, ConnectionState state) {
        return true;
    }
}
