package dev.gearbox.core.blocking;

import dev.gearbox.core.DetachedSocket;
import dev.gearbox.core.Options;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/**
 * A socket as a blocking engine sees it: calls that return when something has happened. Buffers are direct. One reader and one writer at a time; closed by any
 * thread, upon which whoever waits in a call comes out of it with an {@link IOException}.
 */
public interface Wire extends DetachedSocket {
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
    void connect(SocketAddress address, Options options) throws IOException;

    /** A listening socket, seen likewise. */
    interface Server extends Closeable {
        /** Where it listens. */
        SocketAddress address();

        /** Waits for a connection. */
        Wire accept() throws IOException;

        /** Whether it was not closed yet. */
        boolean isOpen();
    }

    /** Where wires come from. From any thread. */
    interface Network {
        /** What does the I/O underneath. */
        String backend();

        /** A socket that listens. */
        Server bind(SocketAddress address, Options options) throws IOException;

        /** On the thread that will connect it: a socket that can be connected to {@code address}, and is not yet. */
        Wire open(SocketAddress address, Options options) throws IOException;

        /**
         * What another engine has let go of, as a wire of this network.
         *
         * @throws UnsupportedOperationException if it is not of a kind that can be one
         */
        Wire adopt(DetachedSocket socket) throws IOException;
    }
}
