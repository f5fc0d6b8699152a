package dev.gearbox.core.sockets;

import java.io.IOException;
import java.net.SocketAddress;

/**
 * The file descriptors of the JDK's asynchronous channels of one group, which the JDK neither exposes nor releases, and which the group polls. May be used from
 * any thread.
 */
public interface ChannelDescriptors {
    /** The descriptor of a channel; looked up when it is first needed. */
    ChannelDescriptor of(SocketAddress local, SocketAddress remote);

    /** Returns the number of the channel's descriptor. In a turn of its connection, or before it has turns. */
    interface ChannelDescriptor {
        /**
         * Gives the channel another socket, while nobody reads from it or writes to it: it has been connected to itself for that. The socket stays
         * the caller's.
         *
         * @throws IOException if the socket is not usable any more; nothing has changed
         */
        void take(DetachedSocket socket) throws IOException;

        /**
         * Takes the socket away though a read or a write is under way, and has the group complete those: a read with bytes, which count, or as if
         * at their end; a write having written some, or with an {@link IOException} that means nothing. Then it is let go of, or released.
         *
         * @throws IOException if the system has no descriptor left; nothing has changed
         */
        void callOff() throws IOException;

        /**
         * Lets go of the socket, while nobody reads from it or writes to it: a second one, which may have been called off before. The channel is then
         * only to be closed, at once when another engine drives the connection, or has the socket {@link #back}.
         *
         * @throws IOException as {@link #callOff}
         */
        DescriptorSocket detach() throws IOException;

        /**
         * The socket that was let go of comes back, and is closed: the channel has it, too. That takes no descriptor.
         *
         * @throws IOException if the socket is of no use any more
         */
        void back(DetachedSocket socket) throws IOException;

        /** Before the channel is closed of which a socket was called off and not let go of: both are forgotten, and that one is closed. */
        void release();
    }
}
