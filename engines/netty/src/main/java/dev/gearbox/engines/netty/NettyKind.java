package dev.gearbox.engines.netty;

import dev.gearbox.core.DetachedSocket;
import dev.gearbox.core.EngineSide;
import io.netty.channel.ChannelException;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.util.Optional;

/** What differs between Netty's transports; all the rest of an engine is the same code. */
interface NettyKind {
    /** Makes what waits and does the I/O in each event loop. */
    IoHandlerFactory loops();

    /** A socket that listens, not bound yet. */
    ServerSocketChannel server();

    /** A socket that connects, not connected yet. */
    SocketChannel client();

    /** Sets what every connection's channel is told besides its options. */
    default void prepare(SocketChannel channel) {}

    /** What runs, as stamped on results. */
    String backend();

    // ---- Shifts

    /** Why no socket of another engine can come here; empty if it can. */
    Optional<String> shiftInAbsence();

    /**
     * From any thread: what another engine has let go of, in the form and the mode in which this transport drives it.
     *
     * @throws UnsupportedOperationException if it is of a kind that has no such form
     * @throws IOException if that is not possible now; nothing has changed
     */
    DetachedSocket own(DetachedSocket socket) throws IOException;

    /**
     * Netty's channel for a socket that is {@link #own}, which is the channel's from then on; not registered yet.
     *
     * @throws ChannelException if the socket is of no use any more
     */
    SocketChannel channel(DetachedSocket socket);

    /** Whether a write that Netty has not done yet can be taken back as soon as its call returns, not only when the channel was deregistered. */
    boolean sendsAtOnce();

    /** On the event loop: whether nothing of a channel that was deregistered is left there. */
    default boolean isFree(SocketChannel channel) {
        return true;
    }

    /** The socket of a channel that was deregistered. */
    DetachedSocket socket(SocketChannel channel, EngineSide side);
}
