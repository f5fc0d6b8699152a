package dev.gearbox.core.blocking;

import dev.gearbox.core.Options;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.Handoff;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A socket as a blocking engine sees it: calls that return when something has happened. Buffers are direct. One reader and one writer at a time. Any thread may
 * close it; threads that wait in a call then get an {@link IOException}.
 */
public interface BlockingSocket extends DetachedSocket {
    /** Waits for bytes; returns -1 at the end of the stream. */
    int read(ByteBuffer target) throws IOException;

    /** Waits until at least one byte was sent; returns how many were. */
    int write(ByteBuffer source) throws IOException;

    /** Shuts down the output. */
    void endOutput() throws IOException;

    /**
     * Makes {@link #close} send a reset and drop what the system has not sent.
     *
     * @param local the connection's own address, as it always was
     * @param remote the peer's address
     */
    void resetOnClose(SocketAddress local, SocketAddress remote) throws IOException;

    /** Sets the options of an accepted socket; a socket that was opened already has them. */
    void prepare(Options options) throws IOException;

    /**
     * Waits for the connection to be established, at most {@link Options#connectTimeout()}.
     *
     * @throws java.nio.channels.ClosedChannelException if it was closed in the meantime
     */
    void connect(SocketAddress address, Options options) throws IOException;

    /**
     * Detaches the socket, on which no thread is in a call, or whose calls were cancelled. This object keeps it in reserve until the outcome is known: {@link
     * #moved} or {@link #back}.
     *
     * @param local the connection's own address, as it always was
     * @param remote the peer's address
     * @throws IOException if that is not possible now; nothing has changed
     */
    default DetachedSocket detach(SocketAddress local, SocketAddress remote) throws IOException {
        return this;
    }

    /** Another engine drives the connection; this object is not used any more. From any thread. */
    default void moved() {}

    /**
     * Takes the detached socket back. This needs no descriptor, since there may be none left.
     *
     * @return what drives the connection from now on
     * @throws IOException if the socket is not usable any more
     */
    default BlockingSocket back(DetachedSocket socket) throws IOException {
        throw new UnsupportedOperationException("it cannot hand over connections");
    }

    /**
     * Cancels the calls that threads are in. Each thread has to be {@link #signal}ed and returns: from a read with bytes, which are valid, or at once as if at
     * the end of the stream; from a write having written some bytes, or with an {@link IOException} to be ignored. Afterwards this object may only be closed,
     * or detached.
     *
     * @throws IOException if that is not possible now; nothing has changed
     */
    default void callOff(SocketAddress local, SocketAddress remote) throws IOException {
        throw new UnsupportedOperationException("its calls cannot be cancelled");
    }

    /** Returns the number by which {@link #signal} finds the current thread. */
    default int caller() {
        return 0;
    }

    /** Makes a thread return from a call that was cancelled. */
    default void signal(Thread thread, int caller) {}

    /** A listening socket, in the same form. */
    interface Server extends Closeable {
        /** Returns the address that it is bound to. */
        SocketAddress address();

        /** Waits for a connection. */
        BlockingSocket accept() throws IOException;

        /** Returns whether it is still open. */
        boolean isOpen();
    }

    /** Creates sockets. All methods may be called from any thread. Addresses are resolved. */
    interface Factory {
        /** Returns what does the I/O underneath. */
        String backend();

        /** Returns why its sockets cannot be shifted to another engine; empty if they can. */
        default Optional<String> shiftOutAbsence() {
            return Optional.of("a blocked call on its sockets cannot be cancelled");
        }

        /** Returns why its sockets cannot be reset; empty if they can. */
        default Optional<String> resetAbsence() {
            return Optional.empty();
        }

        /** Returns why sockets of other engines cannot be shifted here; empty if they can. */
        default Optional<String> shiftInAbsence() {
            return Optional.of("it cannot adopt existing sockets");
        }

        /** Returns why there are no Unix-domain sockets; empty if there are. */
        Optional<String> unixAbsence();

        /** Opens a listening socket. */
        Server bind(SocketAddress address, Options options) throws IOException;

        /** Opens a socket for a connection to {@code address}, not yet connected. Called on the thread that will connect it. */
        BlockingSocket open(SocketAddress address, Options options) throws IOException;

        /**
         * Wraps a socket that another engine has detached.
         *
         * @throws UnsupportedOperationException if it cannot be converted
         * @throws IOException if the system has no descriptor left
         */
        BlockingSocket adopt(Handoff connection) throws IOException;
    }
}
