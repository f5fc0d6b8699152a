package dev.gearbox.core.sockets;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Makes a second socket of another form for a connection that is nobody's, and gets threads out of calls on sockets that are to change hands. It takes
 * calls of the system's own, so whoever can make those provides it: it is found by {@link ServiceLoader}. From any thread.
 *
 * <p>The first one stays as it was, and the caller's; so it does when a call throws. Both are one for the system: what is asked of one of them holds for
 * the other, whether calls wait (O_NONBLOCK) included. One that is to go back may come back with calls that do not wait, never with calls that
 * newly do: who needs that asks for it once the connection is its own.
 */
public interface SocketConverter {
    /**
     * The socket as a descriptor. Its channel must not be registered with a selector any more.
     *
     * @throws IOException if the system has no descriptor left, or the connection is gone
     */
    DescriptorSocket descriptor(ChannelSocket socket) throws IOException;

    /**
     * Converts the socket to a channel in non-blocking mode.
     *
     * @throws IOException if the system has no descriptor left
     */
    ChannelSocket channel(DescriptorSocket socket) throws IOException;

    /**
     * Sets or clears O_NONBLOCK.
     *
     * @throws IOException if the socket is of no use any more
     */
    void setBlocking(DescriptorSocket socket, boolean blocking) throws IOException;

    /**
     * Duplicates the descriptor; the caller owns the duplicate.
     *
     * @throws IOException if the system has no descriptor left
     */
    DescriptorSocket copy(DescriptorSocket socket) throws IOException;

    /**
     * Gives a second number to the socket. What had that number before is closed, if it has no other.
     *
     * @param number of an open socket that the caller owns
     * @throws IOException if the socket is of no use any more
     */
    void replace(int number, DetachedSocket by) throws IOException;

    /**
     * Returns the descriptors of the channels of one asynchronous group.
     *
     * @param local address of a channel of the group that is connected to itself for this purpose and waits in a read
     * @throws IOException if the descriptor that the group polls cannot be determined
     */
    ChannelDescriptors descriptors(SocketAddress local, SocketAddress remote) throws IOException;

    /** Returns whether that descriptor number of the process is, at this moment, the socket with these two addresses. */
    boolean isAt(int number, SocketAddress local, SocketAddress remote);

    /** Returns the number by which the system knows the current thread, for {@link #signal}; none for a virtual thread. */
    int currentThread();

    /**
     * What was taken away from under a channel.
     *
     * @param number of the channel, which has a broken socket until it is closed or {@link #replace} gives it the right one again
     */
    record CalledOff(DescriptorSocket socket, int number) {}

    /**
     * Takes the socket away from under threads that are, or are about to be, in a blocking read or write of the channel. Each has to be {@link
     * #signal}ed; then the read finds the end of the bytes, the write a broken pipe, unless they have done something before, which counts.
     */
    CalledOff callOff(ChannelSocket socket) throws IOException;

    /**
     * Interrupts the system call of a thread, so that it checks its channel again. Once is enough, wherever the thread is.
     *
     * @param thread that is, or may be, in a blocking call on a detached channel
     * @param number {@link #currentThread} of that thread
     */
    void signal(Thread thread, int number);

    /** Returns why conversion is impossible here; empty if it is possible. */
    Optional<String> absence();

    /** Returns the converter of this process, if there is one. */
    static Optional<SocketConverter> installed() {
        return InstalledConverter.FORMS;
    }

    /** Returns why this process has no converter; empty if it has one. */
    static Optional<String> installedAbsence() {
        return InstalledConverter.ABSENCE;
    }

    /**
     * Returns {@code socket} as a channel, which it may be already.
     *
     * @throws UnsupportedOperationException if it cannot be one here
     * @throws IOException as {@link #channel(DescriptorSocket)}
     */
    static ChannelSocket asChannel(DetachedSocket socket) throws IOException {
        return switch (socket) {
            case ChannelSocket channel -> channel;
            case DescriptorSocket descriptor -> needed().channel(descriptor);
            default -> throw strange(socket);
        };
    }

    /**
     * Returns {@code socket} as a descriptor, which it may be already.
     *
     * @throws UnsupportedOperationException if it cannot be one here
     * @throws IOException as {@link #descriptor(ChannelSocket)}
     */
    static DescriptorSocket asDescriptor(DetachedSocket socket) throws IOException {
        return switch (socket) {
            case DescriptorSocket descriptor -> descriptor;
            case ChannelSocket channel -> needed().descriptor(channel);
            default -> throw strange(socket);
        };
    }

    /**
     * Returns the converter of this process.
     *
     * @throws UnsupportedOperationException if there is none
     */
    static SocketConverter needed() {
        return installed()
                .orElseThrow(() ->
                        new UnsupportedOperationException(installedAbsence().orElse("the socket converter is gone")));
    }

    private static UnsupportedOperationException strange(DetachedSocket socket) {
        return new UnsupportedOperationException(
                "a " + socket.getClass().getSimpleName() + " is neither a channel nor a descriptor");
    }
}
