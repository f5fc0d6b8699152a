package dev.gearbox.engines.linux.uring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What completes visibly in a chain, whole or broken: the load generator relies on it. */
@Timeout(600)
class SocketRingTest {
    private static final int SLOT = 1;
    private static final int SIZE = 5;
    private static final InetSocketAddress SOURCE = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.77"), 0);
    private static final MemorySegment HELLO = Arena.global().allocateFrom("hello", StandardCharsets.US_ASCII);

    private record Completed(long data, int result) {}

    private final List<Completed> completed = new ArrayList<>();

    private SocketRing ring(int port) throws IOException {
        return ring(port, SOURCE);
    }

    private SocketRing ring(int port, InetSocketAddress source) throws IOException {
        InetSocketAddress target = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
        return new SocketRing(
                2, 64, List.of(source), List.of(target), (data, result) -> completed.add(new Completed(data, result)));
    }

    private static ServerSocket server() throws IOException {
        return new ServerSocket(0, 8, InetAddress.ofLiteral("127.0.0.1"));
    }

    /** Numbers the requests from 0: socket, connect, send, receive, probe, close. */
    private static void conversation(SocketRing ring) {
        ring.chain(6);
        ring.socket(SLOT, 0);
        ring.connect(SLOT, 0, true, 1);
        ring.send(SLOT, HELLO, 0, SIZE, 2);
        ring.receive(SLOT, 0, SIZE, true, 3);
        ring.probe(SLOT, SIZE, true, 4);
        ring.close(SLOT, false, 5);
    }

    private void await(SocketRing ring, int count) {
        while (completed.size() < count) {
            ring.enter(Long.MAX_VALUE);
            ring.deliver();
        }
    }

    /** The chain proceeds only when the ring is entered. */
    private static byte[] hello(SocketRing ring, Socket peer) throws IOException {
        while (peer.getInputStream().available() < SIZE) {
            ring.enter(0);
        }
        return peer.getInputStream().readNBytes(SIZE);
    }

    @Test
    void aWholeChainReportsConnectAnswerAndEnd() throws Exception {
        try (var server = server();
                var ring = ring(server.getLocalPort())) {
            conversation(ring);
            await(ring, 1);
            try (Socket peer = server.accept()) {
                // In parts: the receive waits for all.
                byte[] request = hello(ring, peer);
                peer.getOutputStream().write(request, 0, 2);
                ring.enter(0);
                peer.getOutputStream().write(request, 2, SIZE - 2);
                await(ring, 4);
                assertThat(peer.getInputStream().read()).as("closed in order").isEqualTo(-1);
            }
            assertThat(completed)
                    .containsExactly(
                            new Completed(1, 0),
                            new Completed(3, SIZE),
                            new Completed(4, SocketRing.NOTHING),
                            new Completed(5, 0));
            byte[] answer = new byte[SIZE];
            ring.received().get(0, answer);
            assertThat(answer).asString().isEqualTo("hello");
        }
    }

    @Test
    void theProbeSeesBytesTooManyAndTheChainGoesOn() throws Exception {
        try (var server = server();
                var ring = ring(server.getLocalPort())) {
            conversation(ring);
            await(ring, 1);
            try (Socket peer = server.accept()) {
                hello(ring, peer);
                peer.getOutputStream().write("hello!".getBytes(StandardCharsets.US_ASCII));
                await(ring, 4);
            }
            assertThat(completed).endsWith(new Completed(4, 1), new Completed(5, 0));
        }
    }

    @Test
    void behindARefusedConnectTheRestIsCancelled() throws Exception {
        int port;
        try (var server = server()) {
            port = server.getLocalPort();
        }
        try (var ring = ring(port)) {
            conversation(ring);
            await(ring, 5);
            assertThat(SocketRing.failure(completed.getFirst().result(), true))
                    .isInstanceOf(java.net.ConnectException.class)
                    .hasMessage("Connection refused");
            assertThat(completed.subList(1, 5))
                    .containsExactlyInAnyOrder(
                            new Completed(2, SocketRing.CANCELLED),
                            new Completed(3, SocketRing.CANCELLED),
                            new Completed(4, SocketRing.CANCELLED),
                            new Completed(5, SocketRing.CANCELLED));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void behindAShortAnswerTheRestIsCancelledAndASendTellsAReset(boolean reset) throws Exception {
        try (var server = server();
                var ring = ring(server.getLocalPort())) {
            conversation(ring);
            await(ring, 1);
            try (Socket peer = server.accept()) {
                peer.getOutputStream().write(hello(ring, peer), 0, 2);
                // Until the kernel has them, or a reset would overtake them.
                while (ring.received().get(1) == 0) {
                    ring.enter(0);
                }
                peer.setSoLinger(reset, 0);
            }
            await(ring, 4);
            assertThat(completed.get(1)).isEqualTo(new Completed(3, 2));
            assertThat(completed.subList(2, 4))
                    .containsExactlyInAnyOrder(
                            new Completed(4, SocketRing.CANCELLED), new Completed(5, SocketRing.CANCELLED));
            ring.sendNothing(SLOT, 6);
            await(ring, 5);
            int result = completed.getLast().result();
            if (reset) {
                assertThat(SocketRing.failure(result, false)).hasMessage("Broken pipe");
            } else {
                assertThat(result).isZero();
            }
        }
    }

    @Test
    void aSocketIsBoundBeforeItConnects() throws Exception {
        try (var server = server();
                var ring = ring(server.getLocalPort())) {
            ring.chain(4);
            ring.socket(SLOT, 0);
            ring.choosePortLate(SLOT, 1);
            ring.bind(SLOT, 0, 1);
            ring.connect(SLOT, 0, false, 2);
            await(ring, 1);
            if (SocketRing.canBind()) {
                assertThat(completed).containsExactly(new Completed(2, 0));
                try (Socket peer = server.accept()) {
                    assertThat(peer.getInetAddress()).isEqualTo(SOURCE.getAddress());
                }
            } else {
                assertThat(completed.getFirst().data())
                        .as("before Linux 6.11 the bind fails")
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void behindABindThatFailsNothingCompletes() throws Exception {
        try (var server = server();
                var ring =
                        ring(server.getLocalPort(), new InetSocketAddress(InetAddress.ofLiteral("203.0.113.1"), 0))) {
            ring.chain(3);
            ring.socket(SLOT, 0);
            ring.bind(SLOT, 0, 1);
            ring.connect(SLOT, 0, false, 2);
            await(ring, 1);
            // Nothing of that chain completes before this.
            ring.close(SLOT, false, 3);
            await(ring, 2);
            assertThat(completed.getFirst().data()).isEqualTo(1);
            assertThat(SocketRing.failure(completed.getFirst().result(), true))
                    .hasMessage(SocketRing.canBind() ? "Cannot assign requested address" : "Invalid argument");
            assertThat(completed.getLast()).isEqualTo(new Completed(3, 0));
        }
    }

    @Test
    void behindASendThatFailsNothingCompletes() throws Exception {
        try (var server = server();
                var ring = ring(server.getLocalPort())) {
            // A slot without a socket.
            ring.chain(3);
            ring.send(SLOT, HELLO, 0, SIZE, 0);
            ring.receive(SLOT, 0, SIZE, true, 1);
            ring.close(SLOT, false, 2);
            ring.chain(1);
            ring.close(SLOT, false, 3);
            await(ring, 2);
            ring.enter(0);
            ring.deliver();
            assertThat(completed).extracting(Completed::data).containsExactlyInAnyOrder(0L, 3L);
        }
    }

    @Test
    void aReceiveThatIsCancelledEndsWithWhatHasCome() throws Exception {
        try (var server = server();
                var ring = ring(server.getLocalPort())) {
            conversation(ring);
            await(ring, 1);
            try (Socket peer = server.accept()) {
                peer.getOutputStream().write(hello(ring, peer), 0, 3);
                // Waits until the kernel has them: nothing else tells.
                while (ring.received().get(2) == 0) {
                    ring.enter(0);
                }
                ring.cancel(SLOT, 9);
                await(ring, 5);
            }
            assertThat(completed).contains(new Completed(3, 3), new Completed(5, SocketRing.CANCELLED));
        }
    }

    @Test
    void noRequestReachesBeyondItsMemory() throws Exception {
        try (var server = server();
                var ring = ring(server.getLocalPort())) {
            assertThatThrownBy(() -> ring.receive(SLOT, 60, SIZE, false, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> ring.send(SLOT, HELLO, 4, SIZE, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }
}
