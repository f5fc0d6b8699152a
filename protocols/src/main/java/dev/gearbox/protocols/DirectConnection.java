package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/**
 * A connection as a blocking handler sees it, with the behaviour of a {@link java.net.Socket} on a virtual thread. All methods may be called from any thread.
 *
 * <p>{@code read} and {@code write} throw a {@link java.net.SocketException} once the connection is closed or lost, with what it was closed with as the cause. If the
 * thread that waits in one of them is interrupted, the connection is closed, the exception is thrown, and the thread stays interrupted.
 */
public interface DirectConnection extends Closeable {
    /**
     * Returns the stream of what the peer sends; always the same one. It reaches its end when the peer has half-closed. {@code available()} is the number of
     * bytes that can be read without blocking. Closing it closes the connection, as with a socket.
     */
    InputStream input();

    /** Returns the stream to the peer; always the same one. Closing it closes the connection, as with a socket; to half-close, {@link #shutdownOutput}. */
    OutputStream output();

    /**
     * Limits how long a read waits for the first byte: after that it throws {@link java.net.SocketTimeoutException}, and the connection can be used as before.
     * Applies to reads that begin later.
     *
     * @param limit zero, the default: reads wait as long as it takes
     * @throws IllegalArgumentException if it is negative
     */
    void readTimeout(Duration limit);

    /**
     * Half-closes: the peer reaches the end of its input when it has received everything that was written. Further writes throw; reading continues. Has no
     * effect if called again.
     *
     * @throws IOException if the connection is closed or lost
     */
    void shutdownOutput() throws IOException;

    /**
     * Closes both directions: reads and writes that wait fail, and what was written is sent for at most {@link dev.gearbox.core.Options#linger()}. If the peer has sent
     * bytes that are unread, the system sends a reset: a handler that just returns avoids this. Returns at once.
     */
    @Override
    void close();

    /**
     * Returns the connection below, for its attributes, addresses, age and options, to {@link Connection#abort} it, or to move it by {@link
     * Connection#shiftTo}. Its methods that belong into a callback throw on the handler's thread. What is sent by {@link Connection#send} stays in order with
     * the stream's bytes.
     */
    Connection connection();
}
