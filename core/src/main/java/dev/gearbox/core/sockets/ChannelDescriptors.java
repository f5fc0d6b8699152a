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
         * Replaces the channel's socket, while no read or write is in progress; the channel was connected to itself for this purpose. The socket still belongs
         * to the caller.
         *
         * @throws IOException if the socket is not usable any more; nothing has changed
         */
        void take(DetachedSocket socket) throws IOException;

        /**
         * Cancels a read or a write in progress by detaching the socket, and makes the group complete it: a read with bytes, which are valid, or as if at the
         * end of the stream; a write having written some bytes, or with an {@link IOException} to be ignored. Afterwards the socket is handed over, or the
         * channel is released.
         *
         * @throws IOException if the system has no descriptor left; nothing has changed
         */
        void callOff() throws IOException;

        /**
         * Duplicates the socket to hand it over, while no read or write is in progress; its operations may have been cancelled before. Afterwards the channel
         * may only be closed, when another engine drives the connection, or gets the socket {@link #back}.
         *
         * @throws IOException as {@link #callOff}
         */
        DescriptorSocket detach() throws IOException;

        /**
         * Takes the socket back and closes the duplicate: the channel has the same socket. This needs no descriptor.
         *
         * @throws IOException if the socket is not usable any more
         */
        void back(DetachedSocket socket) throws IOException;

        /** Called before a channel is closed whose socket was detached and not handed over: forgets both, and closes that socket. */
        void release();
    }
}
