package dev.gearbox.core.spi;

import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.SocketConverter;
import java.io.Closeable;
import java.io.IOException;

/**
 * A connection on its way to an engine: new from an acceptor or a connector, or live from another engine. A connection is its socket, its
 * session, the bytes that were read and not taken, the bytes that were written and not sent, its timers and tasks, and how far each direction
 * has ended. The socket is here; all the rest is in {@link ConnectionState}, which belongs to no engine and changes hands whole. Taken only
 * between two callbacks.
 *
 * <p>The adopting engine answers exactly once: by {@link ConnectionState#open}, if that returns true, or by {@link ConnectionState#declined}, with the socket.
 *
 * <p>An engine that drives sockets of another form makes a second one, and the original one stays open until the answer. It is closed when the connection is
 * open; it goes back when the connection is declined, and the second one is closed. So going back needs no further descriptor: there may be none.
 *
 * @param socket used by no engine at the moment
 * @param state the rest of the connection, driven by no engine at the moment
 */
public record Handoff(DetachedSocket socket, ConnectionState state) {
    /**
     * Returns the socket as a channel, which it may be already.
     *
     * @throws UnsupportedOperationException if it cannot be one here
     * @throws IOException if the system has no descriptor left
     */
    public ChannelSocket asChannel() throws IOException {
        return second(SocketConverter.asChannel(socket));
    }

    /**
     * Returns the socket as a descriptor, which it may be already.
     *
     * @throws UnsupportedOperationException if it cannot be one here
     * @throws IOException if the system has no descriptor left
     */
    public DescriptorSocket asDescriptor() throws IOException {
        return second(SocketConverter.asDescriptor(socket));
    }

    private <S extends DetachedSocket> S second(S form) {
        if (!form.equals(socket)) {
            copied(form);
        }
        return form;
    }

    /** Records that the engine has made a second socket in its own way. */
    public void copied(Closeable second) {
        state.binding().copied(socket, second);
    }
}
