package dev.gearbox.engines.linux.sockets;

import dev.gearbox.core.sockets.ChannelDescriptors;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.Layouts;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one asynchronous group on Linux, which waits for them with epoll and rearms a descriptor for each wait (EPOLLONESHOT).
 *
 * <p>To cancel the operations of a channel, its descriptor number is given to a broken socket, which is then registered with the group's epoll: the group gets
 * an event, retries the operations, and meets the broken socket. The broken socket is registered under another number, with the channel's number as event data.
 * The group itself may be about to wait for the channel's number at any moment: it modifies a registration, or adds one if there was none, and fails for good
 * if one exists by then. The original socket may still be in the group's epoll under that number, or be added until the group is idle; epoll would keep that
 * entry as long as the socket is open. So before the number is closed, it is given back to the original socket and removed from epoll.
 *
 * <p>The group's epoll descriptor is the one in which a descriptor of the group is registered that is registered nowhere else.
 */
final class EpollChannelDescriptors implements ChannelDescriptors {
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final Path EPOLL = Path.of("anon_inode:[eventpoll]");
    private static final int UNKNOWN = -1;

    private final Syscalls calls;
    private final int epoll;
    private final MemorySegment event = Arena.ofAuto().allocate(Layouts.EPOLL_EVENT_SIZE, Long.BYTES);

    /** @param epoll the group's epoll descriptor */
    EpollChannelDescriptors(Syscalls calls, int epoll) {
        this.calls = calls;
        this.epoll = epoll;
    }

    /** @param waiting number of a socket that only ever waited in this group, and waits there now */
    static EpollChannelDescriptors ofGroup(int waiting) throws IOException {
        Syscalls calls = new Syscalls();
        calls.resetOnClose(waiting);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(OPEN)) {
            for (Path each : all) {
                if (isEpoll(each)) {
                    int candidate = Integer.parseInt(each.getFileName().toString());
                    if (calls.epollCtl(candidate, Constants.EPOLL_CTL_DEL, waiting, 0) >= 0) {
                        return new EpollChannelDescriptors(calls, candidate);
                    }
                }
            }
        }
        throw new IOException("no epoll of this process knows descriptor " + waiting);
    }

    private static boolean isEpoll(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).equals(EPOLL);
        } catch (NoSuchFileException closed) {
            return false;
        }
    }

    @Override
    public ChannelDescriptor of(SocketAddress local, SocketAddress remote) {
        return new EpollSeat(local, remote);
    }

    private final class EpollSeat implements ChannelDescriptor {
        private SocketAddress local;
        private SocketAddress remote;
        private int number = UNKNOWN;
        private @Nullable DescriptorSocket calledOff;

        private EpollSeat(SocketAddress local, SocketAddress remote) {
            this.local = local;
            this.remote = remote;
        }

        private int number() throws IOException {
            if (number == UNKNOWN) {
                number = LinuxSocketConverter.number(local, remote);
            }
            return number;
        }

        @Override
        public void take(DetachedSocket socket) throws IOException {
            int by = LinuxSocketConverter.number(socket);
            synchronized (EpollChannelDescriptors.this) {
                calls.resetOnClose(number());
                require("fcntl", calls.setBlocking(by, false));
                require("dup3", calls.replace(by, number()));
            }
            local = socket.localAddress();
            remote = socket.remoteAddress();
        }

        @Override
        public void callOff() throws IOException {
            synchronized (EpollChannelDescriptors.this) {
                DescriptorSocket copy = copy();
                int broken = calls.brokenSocket();
                int result = broken < 0 ? broken : put(broken, number);
                if (broken >= 0) {
                    // It stays registered, for as long as it has the channel's number.
                    LinuxSockets.close(calls, broken);
                }
                if (result < 0) {
                    copy.close();
                    throw Errno.during("a call cannot be cancelled", result);
                }
                calledOff = copy;
            }
        }

        @Override
        public DescriptorSocket detach() throws IOException {
            synchronized (EpollChannelDescriptors.this) {
                DescriptorSocket socket = calledOff;
                if (socket == null) {
                    socket = copy();
                    forget(number);
                } else {
                    calledOff = null;
                    giveBack(socket);
                }
                return socket;
            }
        }

        /** Gives the number back to the socket, which the group may know by it. */
        private void giveBack(DescriptorSocket socket) {
            if (calls.replace(socket.descriptor(), number) >= 0) {
                forget(number);
            }
        }

        @Override
        public void back(DetachedSocket socket) throws IOException {
            synchronized (EpollChannelDescriptors.this) {
                require("fcntl", calls.setBlocking(number, false));
            }
            Closeables.close(socket);
        }

        private DescriptorSocket copy() throws IOException {
            return LinuxSocketConverter.socket(require("fcntl", calls.duplicate(number())), local, remote);
        }

        @Override
        public void release() {
            DescriptorSocket socket = calledOff;
            if (socket == null) {
                return;
            }
            calledOff = null;
            synchronized (EpollChannelDescriptors.this) {
                giveBack(socket);
            }
            socket.close();
        }
    }

    /** Removes from the group's epoll what has this number now, if it is there. */
    private void forget(int number) {
        calls.epollCtl(epoll, Constants.EPOLL_CTL_DEL, number, 0);
    }

    /** Makes the group check once what has this number, which is the broken socket by then; negative if that fails, in which case nothing has changed. */
    private int put(int broken, int number) {
        // First the call that may fail: registrations are limited.
        int result = watch(Constants.EPOLL_CTL_ADD, broken, number);
        if (result < 0) {
            return result;
        }
        result = calls.replace(broken, number);
        if (result < 0) {
            forget(broken);
            return result;
        }
        // If the group has checked already, that had no effect.
        return watch(Constants.EPOLL_CTL_MOD, broken, number);
    }

    private int watch(int operation, int descriptor, int told) {
        long address = event.address();
        Layouts.putPackedInt(address, Constants.EPOLLIN | Constants.EPOLLOUT | Constants.EPOLLONESHOT);
        Layouts.putPackedInt(address + Layouts.EPOLL_EVENT_DATA, told);
        return calls.epollCtl(epoll, operation, descriptor, address);
    }

    private static int require(String what, int result) throws IOException {
        if (result < 0) {
            throw Errno.during(what, result);
        }
        return result;
    }
}
