package dev.gearbox.engines.linux.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Sockaddr;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections are found by their addresses, all of them, at a cost that does not grow with each. */
class DescriptorSearchTest {
    private static final int CONNECTIONS = 300;
    private static final int ENOTCONN = 107;

    private final DescriptorSearch search = new DescriptorSearch(new Syscalls());
    private final List<SocketChannel> ends = new ArrayList<>();

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            for (int count = 0; count < CONNECTIONS; count++) {
                ends.add(SocketChannel.open(server.getLocalAddress()));
                ends.add(server.accept());
            }
        }
        Collections.shuffle(ends, new Random(7));
    }

    @AfterEach
    void close() throws IOException {
        for (SocketChannel end : ends) {
            end.close();
        }
    }

    @Test
    void bothEndsOfEachAreFoundInAnyOrderInAboutAsManyLooksAsThereAreDescriptors() throws IOException {
        Set<Integer> numbers = new HashSet<>();
        for (SocketChannel end : ends) {
            numbers.add(search.find(end.getLocalAddress(), end.getRemoteAddress()));
        }
        assertThat(numbers).hasSize(2 * CONNECTIONS);
        // One by one it would be half of the square: 180,000.
        assertThat(search.looks()).isLessThan(20 * CONNECTIONS);
        for (SocketChannel end : ends) {
            numbers.remove(search.find(end.getLocalAddress(), end.getRemoteAddress()));
        }
        assertThat(numbers).isEmpty();
    }

    @Test
    void whatIsAboutToBeMadeIsFoundAtOnceUnlessSomebodyElseWasFaster() throws IOException {
        int first = search.free();
        try (SocketChannel self = self();
                SocketChannel other = self()) {
            long before = search.looks();
            assertThat(search.find(self.getLocalAddress(), self.getRemoteAddress(), first))
                    .isEqualTo(first);
            assertThat(search.looks() - before).isEqualTo(1);
            assertThat(search.find(other.getLocalAddress(), other.getRemoteAddress(), first))
                    .isNotEqualTo(first);
        }
    }

    private static SocketChannel self() throws IOException {
        SocketChannel self = SocketChannel.open();
        self.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        self.connect(self.getLocalAddress());
        return self;
    }

    /** Numbers from there on are unused, however many descriptors are open: listing them takes one, and there may be none. */
    @Test
    void noNumberIsLookedAtThatTheProcessCannotHave() throws IOException {
        int limit = 10_000;
        AtomicInteger largest = new AtomicInteger();
        DescriptorSearch limited = new DescriptorSearch(new Syscalls() {
            @Override
            public long descriptorLimit() {
                return limit;
            }

            @Override
            public int getpeername(int fd, Sockaddr name) {
                largest.accumulateAndGet(fd, Math::max);
                // All in use, by others.
                return fd < limit ? -ENOTCONN : -Constants.EBADF;
            }
        });
        SocketChannel end = ends.getFirst();
        assertThatThrownBy(() -> limited.find(end.getLocalAddress(), end.getRemoteAddress()))
                .hasMessageContaining("the connection is gone");
        assertThat(largest).hasValue(limit - 1);
    }

    @Test
    void whatIsRememberedButGoneIsNotBelieved() throws IOException {
        SocketChannel first = ends.removeFirst();
        var local = first.getLocalAddress();
        var remote = first.getRemoteAddress();
        int number = search.find(local, remote);
        first.close();
        assertThatThrownBy(() -> search.find(local, remote))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the connection is gone");
        // The number is reused, by a socket of no connection.
        try (SocketChannel other = SocketChannel.open()) {
            assertThat(other.isOpen()).isTrue();
            assertThatThrownBy(() -> search.find(local, remote)).isInstanceOf(IOException.class);
        }
        assertThat(number).isPositive();
    }
}
