package dev.gearbox.engines.linux.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.sockets.ChannelDescriptors;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Layouts;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A read is cancelled while the JDK's group is about to wait for it: each step of the group between any two of our system calls, in all interleavings. */
class EpollChannelDescriptorsTest {
    private static final int GROUPS_STEPS = 6;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theGroupMayTakeItsStepsBetweenAnyTwoOfOurs(boolean registeredBefore) throws IOException {
        int calls = interleave(registeredBefore, new int[GROUPS_STEPS]);
        assertThat(calls).isGreaterThan(4);
        int[] positions = new int[GROUPS_STEPS];
        do {
            interleave(registeredBefore, positions);
        } while (next(positions, calls));
    }

    /** Returns the next of all non-decreasing sequences of numbers up to {@code largest}. */
    private static boolean next(int[] positions, int largest) {
        int index = positions.length - 1;
        while (index >= 0 && positions[index] == largest) {
            index--;
        }
        if (index < 0) {
            return false;
        }
        Arrays.fill(positions, index, positions.length, positions[index] + 1);
        return true;
    }

    /**
     * @param positions before which of our system calls each step of the group is made
     * @return how many system calls there were
     */
    private static int interleave(boolean registeredBefore, int[] positions) throws IOException {
        try (Arena memory = Arena.ofConfined();
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel peer = SocketChannel.open(server.getLocalAddress());
                    SocketChannel channel = server.accept()) {
                channel.configureBlocking(false);
                int number = LinuxSocketConverter.number(channel.getLocalAddress(), channel.getRemoteAddress());
                Group group = new Group(memory, number);
                if (registeredBefore) {
                    peer.write(ByteBuffer.wrap(new byte[1]));
                    group.waitAsTheJdkDoes();
                    group.awaitEvent();
                    assertThat(group.receive()).isOne();
                }
                Stops stops = new Stops(group, positions);
                ChannelDescriptors.ChannelDescriptor descriptor = new EpollChannelDescriptors(stops, group.epoll)
                        .of(channel.getLocalAddress(), channel.getRemoteAddress());
                descriptor.callOff();
                int calls = stops.count;
                stops.takeAll();
                group.finish(Arrays.toString(positions));
                DescriptorSocket socket = descriptor.detach();
                assertThat(peer.write(ByteBuffer.wrap(new byte[1]))).isOne();
                assertThat(group.calls.recv(socket.descriptor(), group.byteAddress, 1))
                        .isOne();
                peer.write(ByteBuffer.wrap(new byte[1]));
                assertThat(group.calls.epollWait(group.epoll, group.events, 1, 0))
                        .as("the group waits for a socket that is not its own any more: " + Arrays.toString(positions))
                        .isZero();
                socket.close();
                assertThat(group.calls.close(group.epoll)).isZero();
                return calls;
            }
        }
    }

    /** What a reading thread and then a thread of the group do, in sun.nio.ch.UnixAsynchronousSocketChannelImpl and EPollPort. */
    private static final class Group {
        private final Syscalls calls = new Syscalls();
        private final int number;
        private final int epoll = calls.epollCreate();
        private final long events;
        private final long event;
        private final long byteAddress;
        private final Deque<Runnable> steps =
                new ArrayDeque<>(List.of(this::read, this::change, this::add, this::look, this::change, this::add));
        private boolean waiting;
        private boolean absent;
        private boolean ended;

        Group(Arena memory, int number) {
            this.number = number;
            MemorySegment all = memory.allocate(4L * Layouts.EPOLL_EVENT_SIZE, Long.BYTES);
            events = all.address();
            event = events + 2L * Layouts.EPOLL_EVENT_SIZE;
            byteAddress = memory.allocate(1).address();
        }

        int receive() {
            return calls.recv(number, byteAddress, 1);
        }

        /** Runs once before it waits, and again when the group gets an event. */
        private void read() {
            int result = receive();
            waiting = result == -Constants.EAGAIN;
            ended = result == 0;
            assertThat(waiting || ended).as("a read: " + result).isTrue();
        }

        private int control(int operation) {
            Layouts.putPackedInt(event, Constants.EPOLLIN | Constants.EPOLLONESHOT);
            Layouts.putPackedInt(event + Layouts.EPOLL_EVENT_DATA, number);
            return calls.epollCtl(epoll, operation, number, event);
        }

        private void change() {
            absent = false;
            if (waiting) {
                int result = control(Constants.EPOLL_CTL_MOD);
                absent = result == -Constants.ENOENT;
                assertThat(absent || result == 0).as("EPOLL_CTL_MOD: " + result).isTrue();
            }
        }

        private void add() {
            if (absent) {
                assertThat(control(Constants.EPOLL_CTL_ADD))
                        .as("EPOLL_CTL_ADD, for which the JDK throws an AssertionError")
                        .isZero();
            }
        }

        /** Takes an event, if there is one. */
        private void look() {
            if (calls.epollWait(epoll, events, 1, 0) == 1) {
                assertThat(Layouts.getPackedInt(events + Layouts.EPOLL_EVENT_DATA))
                        .isEqualTo(number);
                if (waiting) {
                    read();
                    return;
                }
            }
            // It has no reason to wait again.
            steps.clear();
        }

        void waitAsTheJdkDoes() {
            waiting = true;
            change();
            add();
            waiting = false;
        }

        void awaitEvent() {
            assertThat(calls.epollWait(epoll, events, 1, 20_000)).isOne();
        }

        /** The group continues until the read has completed. */
        void finish(String what) {
            while (!ended) {
                assertThat(calls.epollWait(epoll, events, 1, 20_000))
                        .as("the group gets: " + what)
                        .isOne();
                read();
                change();
                add();
            }
        }
    }

    /** Our system calls, before each of which the group makes the steps that are due. */
    private static final class Stops extends Syscalls {
        private final Group group;
        private final int[] positions;
        private int taken;
        private int count;

        Stops(Group group, int[] positions) {
            this.group = group;
            this.positions = positions;
        }

        private void stop() {
            while (taken < positions.length && positions[taken] <= count) {
                take();
            }
            count++;
        }

        private void take() {
            taken++;
            Runnable step = group.steps.poll();
            if (step != null) {
                step.run();
            }
        }

        void takeAll() {
            while (taken < positions.length) {
                take();
            }
        }

        @Override
        public int duplicate(int fd) {
            stop();
            return super.duplicate(fd);
        }

        @Override
        public int brokenSocket() {
            stop();
            return super.brokenSocket();
        }

        @Override
        public int replace(int fd, int target) {
            stop();
            return super.replace(fd, target);
        }

        @Override
        public int epollCtl(int epoll, int operation, int fd, long event) {
            stop();
            return super.epollCtl(epoll, operation, fd, event);
        }

        @Override
        public int close(int fd) {
            stop();
            return super.close(fd);
        }
    }
}
