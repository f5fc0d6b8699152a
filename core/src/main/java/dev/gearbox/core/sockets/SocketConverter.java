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
     * The socket as a channel, in non-blocking mode.
     *
     * @throws IOException if the system has no descriptor left
     */
    ChannelSocket channel(DescriptorSocket socket) throws IOException;

    /**
     * Decides whether calls on the socket wait that do not say themselves whether they do.
     *
     * @throws IOException if the socket is of no use any more
     */
    void setBlocking(DescriptorSocket socket, boolean blocking) throws IOException;

    /**
     * The same socket by another number, which is the caller's.
     *
     * @throws IOException if the system has no descriptor left
     */
    DescriptorSocket copy(DescriptorSocket socket) throws IOException;

    /**
     * Gives a second number to the socket. What had that number before is closed, if it has no other.
     *
     * @param number of an open socket, the caller's
     * @throws IOException if the socket is of no use any more
     */
    void replace(int number, DetachedSocket by) throws IOException;

    /**
     * For the channels of one asynchronous group.
     *
     * @param local of a channel of the group's that has been connected to itself for this, and waits in a read
     * @throws IOException if it cannot be found out what the group waits with
     */
    ChannelDescriptors descriptors(SocketAddress local, SocketAddress remote) throws IOException;

    /** Whether that number of the process's is, at this moment, the socket that is connected from there to there. */
    boolean isAt(int number, SocketAddress local, SocketAddress remote);

    /** A number by which the system knows the current thread, for {@link #signal}; none for a virtual one. */
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
     * Makes a thread look again what its channel has for it. Once is enough, wherever it is.
     *
     * @param thread that is, or may be, in a blocking call on a channel that was called off
     * @param number {@link #currentThread} of that thread
     */
    void signal(Thread thread, int number);

    /** Why it cannot be done here; empty if it can. */
    Optional<String> absence();

    /** Who can do it in this process. */
    static Optional<SocketConverter> installed() {
        return InstalledConverter.FORMS;
    }

    /** Why nobody can do it in this process; empty if somebody can. */
    static Optional<String> installedAbsence() {
        return InstalledConverter.ABSENCE;
    }

    /**
     * {@code socket} as a channel, which it may be already.
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
     * {@code socket} as a descriptor, which it may be already.
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
     * Who can do it in this process.
     *
     * @throws UnsupportedOperationException if nobody can
     */
    static SocketConverter needed() {
        return installed()
                .orElseThrow(() -> new UnsupportedOperationException(
                        installedAbsence().orElse("what makes one form of socket of another is gone")));
    }

    private static UnsupportedOperationException strange(DetachedSocket socket) {
        return new UnsupportedOperationException(
                "a " + socket.getClass().getSimpleName() + " is neither a channel nor a descriptor");
    }
}
