package dev.gearbox.core.blocking;

import dev.gearbox.core.Options;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.Handoff;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A socket as a blocking engine sees it: calls that return when something has happened. Buffers are direct. One reader and one writer at a time; closed by any
 * thread, upon which whoever waits in a call comes out of it with an {@link IOException}.
 */
public interface BlockingSocket extends DetachedSocket {
    /** Waits for bytes; -1 at their end. */
    int read(ByteBuffer target) throws IOException;

    /** Waits until at least one byte went out; returns how many did. */
    int write(ByteBuffer source) throws IOException;

    /** Ends our side. */
    void endOutput() throws IOException;

    /** Sets its options, if it was accepted; a socket that was opened has them. */
    void prepare(Options options) throws IOException;

    /**
     * Waits for the handshake, as long as {@link Options#connectTimeout()} allows.
     *
     * @throws java.nio.channels.ClosedChannelException if it was closed meanwhile
     */
    void connect(InetSocketAddress address, Options options) throws IOException;

    /**
     * Lets go of the socket, which nobody is in a call on, or which was called off. The wire has no more to do with it, but waits for what becomes of
     * that: {@link #moved}, or {@link #back}.
     *
     * @param local the connection's own address, as it always was
     * @param remote the peer's
     * @throws IOException if that is not possible now; nothing has changed
     */
    default DetachedSocket detach(SocketAddress local, SocketAddress remote) throws IOException {
        return this;
    }

    /** From any thread: another engine drives the connection, and the wire is of no more use. */
    default void moved() {}

    /**
     * The socket that was let go of comes back. That takes no descriptor: there may be none left.
     *
     * @return what it is driven by from now on
     * @throws IOException if it is of no use any more
     */
    default BlockingSocket back(DetachedSocket socket) throws IOException {
        throw new UnsupportedOperationException("it lets go of no connection");
    }

    /**
     * Takes the socket away though threads are in calls on it. Each of them has to be {@link #signal}ed, and comes out: of a read with bytes, which
     * count, or at once as if at their end; of a write having written some, or with an {@link IOException} that means nothing. The wire is then
     * only to be closed, or detached.
     *
     * @throws IOException if that is not possible now; nothing has changed
     */
    default void callOff(SocketAddress local, SocketAddress remote) throws IOException {
        throw new UnsupportedOperationException("its calls cannot be called off");
    }

    /** A number by which {@link #signal} finds the current thread. */
    default int caller() {
        return 0;
    }

    /** Gets a thread out of a call that was called off. */
    default void signal(Thread thread, int caller) {}

    /** A listening socket, seen likewise. */
    interface Server extends Closeable {
        /** Where it listens. */
        SocketAddress address();

        /** Waits for a connection. */
        BlockingSocket accept() throws IOException;

        /** Whether it was not closed yet. */
        boolean isOpen();
    }

    /** Where wires come from. From any thread. Addresses are resolved. */
    interface Factory {
        /** What does the I/O underneath. */
        String backend();

        /** Why its sockets cannot leave for another engine; empty if they can. */
        default Optional<String> shiftOutAbsence() {
            return Optional.of("a call that waits on its sockets cannot be called off");
        }

        /** Why sockets of other engines cannot come here; empty if they can. */
        default Optional<String> shiftInAbsence() {
            return Optional.of("its sockets cannot be made of others");
        }

        /** A socket that listens. */
        Server bind(InetSocketAddress address, Options options) throws IOException;

        /** On the thread that will connect it: a socket that can be connected to {@code address}, and is not yet. */
        BlockingSocket open(InetSocketAddress address, Options options) throws IOException;

        /**
         * What another engine has let go of, as a wire of this network.
         *
         * @throws UnsupportedOperationException if it is not of a kind that can be one
         * @throws IOException if the system has no descriptor left
         */
        BlockingSocket adopt(Handoff connection) throws IOException;
    }
}
