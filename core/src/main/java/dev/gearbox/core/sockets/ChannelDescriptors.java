package dev.gearbox.core.sockets;

import java.io.IOException;
import java.net.SocketAddress;

/**
 * What the JDK's asynchronous channels of one group sit on: numbers of the system's, which the JDK neither shows nor lets go of, and which the
 * group waits for. From any thread.
 */
public interface ChannelDescriptors {
    /** The descriptor of a channel; nothing is looked for before it is needed. */
    ChannelDescriptor of(SocketAddress local, SocketAddress remote);

    /** The number under one channel. In a turn of its connection, or before it has turns. */
    interface ChannelDescriptor {
        /**
         * Gives the channel another socket, while nobody reads from it or writes to it: it has been connected to itself for that. The socket's own
         * number is given up.
         *
         * @throws IOException if the socket is of no use any more; nothing has changed
         */
        void take(DescriptorSocket socket) throws IOException;

        /**
         * Lets go of the socket though a read or a write is under way, and has the group complete those: a read with bytes, which count, or as if
         * at their end; a write having written some, or with an {@link IOException} that means nothing.
         *
         * @throws IOException if the system has no descriptor left; nothing has changed
         */
        DescriptorSocket callOff() throws IOException;

        /**
         * Lets go of the socket, while nobody reads from it or writes to it; the channel is then only to be closed.
         *
         * @throws IOException as {@link #callOff}
         */
        DetachedSocket detach() throws IOException;

        /** Before a channel is closed: the group forgets the socket that was called off, which is not closed yet; nothing if none was. */
        void release();
    }
}
