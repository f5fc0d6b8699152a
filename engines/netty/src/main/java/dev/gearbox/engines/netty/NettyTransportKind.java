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

    /** Returns the names of its socket options. */
    NettySocketOptions options();

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
     * Converts a socket that another engine has detached to the form in which this transport drives it. From any thread.
     *
     * @throws UnsupportedOperationException if it cannot be converted to that form
     * @throws IOException if that is not possible now
     */
    DetachedSocket own(Handoff connection) throws IOException;

    /**
     * Returns Netty's channel for a socket that is {@link #own}; not registered yet.
     *
     * @throws ChannelException if the socket is not usable any more, or the system has no descriptor left
     */
    SocketChannel channel(DetachedSocket socket);

    /**
     * Registers the channel, with {@code channelTransport} as its handler, and makes it drive the connection's socket. Completes when Netty can read and write;
     * if it fails, the channel is closed. On the event loop.
     */
    default ChannelFuture begin(
            EventLoop loop, SocketChannel channel, Handoff connection, NettyChannelTransport channelTransport) {
        channel.pipeline().addLast(channelTransport);
        return loop.register(channel);
    }

    /**
     * Called when the connection belongs to the engine, and nothing was read or written yet. On the event loop.
     *
     * @throws IOException if the socket is not usable any more
     */
    default void opened(SocketChannel channel, ConnectionState state) throws IOException {}

    /**
     * Returns the channel that a connection which is about to leave will have if it comes back; empty if coming back needs no descriptor.
     *
     * @throws IOException if the system has no descriptor left
     */
    default Optional<SocketChannel> spare() throws IOException {
        return Optional.empty();
    }

    /**
     * Returns the socket of a channel that is about to be abandoned. On the event loop.
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
