package dev.gearbox.core.sockets;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Makes a second socket of another form for a connection that no engine drives, and makes threads return from calls on sockets that are about to change hands.
 * This needs native system calls, so a module that can make them provides this service: it is found by {@link ServiceLoader}. May be used from any thread.
 *
 * <p>The first socket stays as it was, and still belongs to the caller, even if a call throws. Both are the same socket for the system: settings of one,
 * O_NONBLOCK included, apply to the other. A socket that goes back may come back in non-blocking mode, but never in blocking mode if it was not before: an
 * engine that needs blocking mode sets it once it drives the connection.
 */
public interface SocketConverter {
    /**
     * Returns the socket as a descriptor. Its channel must not be registered with a selector any more.
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
     * @throws IOException if the socket is not usable any more
     */
    void setBlocking(DescriptorSocket socket, boolean blocking) throws IOException;

    /**
     * Duplicates the descriptor; the caller owns the duplicate.
     *
     * @throws IOException if the system has no descriptor left
     */
    DescriptorSocket copy(DescriptorSocket socket) throws IOException;

    /**
     * Gives the socket a second descriptor number, as dup2 does. The file that had the number before is closed, unless it has another one.
     *
     * @param number of an open socket that the caller owns
     * @throws IOException if the socket is not usable any more
     */
    void replace(int number, DetachedSocket by) throws IOException;

    /**
     * Returns the descriptors of the channels of one asynchronous group.
     *
     * @param local address of a channel of the group that is connected to itself for this purpose and waits in a read
     * @throws IOException if the descriptor that the group polls cannot be determined
     */
    ChannelDescriptors descriptors(SocketAddress local, SocketAddress remote) throws IOException;

    /**
     * Makes the close of the socket with these two addresses send a reset.
     *
     * @throws IOException if the connection is gone
     */
    void resetOnClose(SocketAddress local, SocketAddress remote) throws IOException;

    /** Returns whether that descriptor number of the process is, at this moment, the socket with these two addresses. */
    boolean isAt(int number, SocketAddress local, SocketAddress remote);

    /** Returns the number by which the system knows the current thread, for {@link #signal}; none for a virtual thread. */
    int currentThread();

    /**
     * The socket that was detached from a channel.
     *
     * @param number of the channel, which has a broken socket until it is closed or {@link #replace} gives it the right one again
     */
    record CalledOff(DescriptorSocket socket, int number) {}

    /**
     * Detaches the socket from threads that are in, or about to enter, a blocking read or write of the channel. Each has to be {@link #signal}ed; then the read
     * reports the end of the stream, the write a broken pipe, unless they have transferred bytes before, which are valid.
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
