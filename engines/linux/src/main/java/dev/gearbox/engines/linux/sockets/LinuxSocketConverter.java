package dev.gearbox.engines.linux.sockets;

import dev.gearbox.core.sockets.ChannelDescriptors;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Platform;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Converts channels to descriptors and back, without access to JDK internals: the descriptor of a channel is found by its two addresses; and a channel is
 * created for another connection, one to itself, whose descriptor number is then given to the socket in question.
 *
 * <p>A thread that blocks in a read or a write of the JDK stays in it whatever happens to the channel's descriptor number, for the system call holds a
 * reference to the socket. So the number is given to a broken socket, and the thread is made to retry by the JDK's own means: a platform thread by the signal
 * with which the JDK wakes its blocked threads, a virtual one by unparking it. Both retry the call and meet the broken socket. It does not matter whether the
 * thread was already in the call: one that enters later meets the broken socket, too.
 *
 * <p>The price: the {@link DescriptorSearch}.
 */
public final class LinuxSocketConverter implements SocketConverter {
    /** The signal with which the JDK wakes threads that block on a channel that is being closed; its handler does nothing. */
    private static final int JDKS_SIGNAL = Constants.SIGRTMAX - 2;

    private static final String SIGNAL_OWNER = "sun.nio.ch.NativeThread";

    /** Not used before {@link #absence} was checked. */
    private static final class Lazy {
        static final Lazy SYSTEM = new Lazy();

        final Syscalls calls = new Syscalls();
        final DescriptorSearch search = new DescriptorSearch(calls);
        final int process = Math.toIntExact(ProcessHandle.current().pid());
    }

    /** Called by {@link java.util.ServiceLoader}. */
    public LinuxSocketConverter() {}

    @Override
    public Optional<String> absence() {
        return Platform.absence().or(LinuxSocketConverter::signalAbsence).or(this::warmUp);
    }

    /**
     * Converts a socket back and forth once, so that all classes are initialized while there are descriptors. The JDK's channels open some when they are
     * initialized, and a class whose initialization has failed stays unusable.
     *
     * @return why that is impossible; empty if it is possible
     */
    private Optional<String> warmUp() {
        try (SocketChannel own = connectedToItself()) {
            DescriptorSocket descriptor =
                    descriptor(new ChannelSocket(own, own.getLocalAddress(), own.getRemoteAddress()));
            try (descriptor) {
                channel(descriptor).close();
            }
            return Optional.empty();
        } catch (IOException failure) {
            return Optional.of("a socket could not be converted: " + failure.getMessage());
        }
    }

    /** Returns a connection that is closed with a reset, which leaves no TIME_WAIT entry in the system's tables. */
    private static SocketChannel connectedToItself() throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.connect(channel.getLocalAddress());
            return channel;
        } catch (IOException | RuntimeException failure) {
            Closeables.close(channel);
            throw failure;
        }
    }

    /** The JDK installs its handler with the first thread that blocks on a channel: without one, the signal would end the process. */
    private static Optional<String> signalAbsence() {
        try {
            Class.forName(SIGNAL_OWNER, true, null);
        } catch (ClassNotFoundException absent) {
            return Optional.of("this JDK has no " + SIGNAL_OWNER);
        }
        return new Syscalls().hasHandler(JDKS_SIGNAL) == 1
                ? Optional.empty()
                : Optional.of("this JDK does not handle signal " + JDKS_SIGNAL);
    }

    /** Wraps a descriptor to be handed over. */
    public static DescriptorSocket socket(int descriptor, SocketAddress local, SocketAddress remote) {
        return new DescriptorSocket(descriptor, local, remote, LinuxSocketConverter::close);
    }

    private static void close(int descriptor) {
        synchronized (Lazy.SYSTEM) {
            LinuxSockets.close(Lazy.SYSTEM.calls, descriptor);
        }
    }

    @Override
    public DescriptorSocket descriptor(ChannelSocket socket) throws IOException {
        synchronized (Lazy.SYSTEM) {
            return socket(copy(number(socket)), socket.localAddress(), socket.remoteAddress());
        }
    }

    @Override
    public ChannelSocket channel(DescriptorSocket socket) throws IOException {
        int guess;
        synchronized (Lazy.SYSTEM) {
            guess = Lazy.SYSTEM.search.free();
        }
        SocketChannel channel = connectedToItself();
        try {
            channel.configureBlocking(false);
            synchronized (Lazy.SYSTEM) {
                int number = Lazy.SYSTEM.search.find(channel.getLocalAddress(), channel.getRemoteAddress(), guess);
                require("fcntl", Lazy.SYSTEM.calls.setBlocking(socket.descriptor(), false));
                require("dup3", Lazy.SYSTEM.calls.replace(socket.descriptor(), number));
            }
        } catch (IOException | RuntimeException failure) {
            Closeables.close(channel);
            throw failure;
        }
        return new ChannelSocket(channel, socket.localAddress(), socket.remoteAddress());
    }

    @Override
    public void setBlocking(DescriptorSocket socket, boolean blocking) throws IOException {
        synchronized (Lazy.SYSTEM) {
            require("fcntl", Lazy.SYSTEM.calls.setBlocking(socket.descriptor(), blocking));
        }
    }

    @Override
    public DescriptorSocket copy(DescriptorSocket socket) throws IOException {
        synchronized (Lazy.SYSTEM) {
            return socket(copy(socket.descriptor()), socket.localAddress(), socket.remoteAddress());
        }
    }

    @Override
    public void replace(int number, DetachedSocket by) throws IOException {
        synchronized (Lazy.SYSTEM) {
            require("dup3", Lazy.SYSTEM.calls.replace(number(by), number));
        }
    }

    @Override
    public ChannelDescriptors descriptors(SocketAddress local, SocketAddress remote) throws IOException {
        return EpollChannelDescriptors.ofGroup(number(local, remote));
    }

    @Override
    public void resetOnClose(SocketAddress local, SocketAddress remote) throws IOException {
        synchronized (Lazy.SYSTEM) {
            require("setsockopt", Lazy.SYSTEM.calls.resetOnClose(number(local, remote)));
        }
    }

    @Override
    public boolean isAt(int number, SocketAddress local, SocketAddress remote) {
        synchronized (Lazy.SYSTEM) {
            return Lazy.SYSTEM.search.isAt(number, local, remote);
        }
    }

    @Override
    public int currentThread() {
        if (Thread.currentThread().isVirtual()) {
            return 0;
        }
        synchronized (Lazy.SYSTEM) {
            return Lazy.SYSTEM.calls.gettid();
        }
    }

    @Override
    public CalledOff callOff(ChannelSocket socket) throws IOException {
        synchronized (Lazy.SYSTEM) {
            Syscalls calls = Lazy.SYSTEM.calls;
            int number = number(socket);
            int copy = copy(number);
            int broken = calls.brokenSocket();
            int replaced = broken < 0 ? broken : calls.replace(broken, number);
            if (broken >= 0) {
                LinuxSockets.close(calls, broken);
            }
            if (replaced < 0) {
                LinuxSockets.close(calls, copy);
                throw Errno.during("a call cannot be cancelled", replaced);
            }
            return new CalledOff(socket(copy, socket.localAddress(), socket.remoteAddress()), number);
        }
    }

    @Override
    public void signal(Thread thread, int number) {
        if (thread.isVirtual()) {
            LockSupport.unpark(thread);
        } else {
            synchronized (Lazy.SYSTEM) {
                // A thread that has ended has also left its call.
                Lazy.SYSTEM.calls.tgkill(Lazy.SYSTEM.process, number, JDKS_SIGNAL);
            }
        }
    }

    private static int copy(int number) throws IOException {
        return require("fcntl", Lazy.SYSTEM.calls.duplicate(number));
    }

    /** Returns the descriptor number of a socket. */
    static int number(DetachedSocket socket) throws IOException {
        return socket instanceof DescriptorSocket descriptor
                ? descriptor.descriptor()
                : number(socket.localAddress(), socket.remoteAddress());
    }

    /** Returns the descriptor number of the socket with these two addresses. */
    static int number(SocketAddress local, SocketAddress remote) throws IOException {
        synchronized (Lazy.SYSTEM) {
            return Lazy.SYSTEM.search.find(local, remote);
        }
    }

    private static int require(String what, int result) throws IOException {
        if (result < 0) {
            throw Errno.during(what, result);
        }
        return result;
    }
}
