package dev.gearbox.engines.jdk;

import dev.gearbox.core.DetachedSocket;
import dev.gearbox.core.Options;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** A socket as a blocking engine sees it: calls that return when something has happened. One reader and one writer at a time. */
interface Wire extends DetachedSocket {
    /** Waits for bytes; -1 at their end. */
    int read(ByteBuffer target) throws IOException;

    /** Waits until at least one byte went out; returns how many did. */
    int write(ByteBuffer source) throws IOException;

    /** Ends our side. */
    void endOutput() throws IOException;

    /** Sets its options, if it was accepted; a socket that was opened has them. */
    void prepare(Options options) throws IOException;

    /** Waits for the handshake, as long as {@link Options#connectTimeout()} allows. */
    void connect(SocketAddress address, Options options) throws IOException;

    /** A listening socket, seen likewise. */
    interface Server extends Closeable {
        SocketAddress address();

        /** Waits for a connection. */
        Wire accept() throws IOException;

        boolean isOpen();
    }

    /** Where wires come from. */
    interface Network {
        /** What does the I/O underneath. */
        String backend();

        Server bind(SocketAddress address, Options options) throws IOException;

        /** A socket that is not connected yet. */
        Wire open(Options options) throws IOException;
    }
}
