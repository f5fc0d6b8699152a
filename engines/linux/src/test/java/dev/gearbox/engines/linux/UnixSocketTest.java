package dev.gearbox.engines.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Loops;
import dev.gearbox.core.Options;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What engines on descriptors can do with Unix-domain sockets, and others cannot: shift connections, and change the number of loops that accept. */
class UnixSocketTest {
    private Path folder = Path.of("");
    private UnixDomainSocketAddress address = UnixDomainSocketAddress.of("");

    /** A path has 106 bytes at most, which a folder of the build may exceed. */
    @BeforeEach
    void createFolder() throws IOException {
        folder = Files.createTempDirectory("unix");
        address = UnixDomainSocketAddress.of(folder.resolve("socket"));
    }

    @AfterEach
    void deleteFolder() throws IOException {
        Files.delete(folder);
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
    }

    private static void echo(SocketChannel peer, int value) throws IOException {
        peer.write(ByteBuffer.wrap(new byte[] {(byte) value}));
        ByteBuffer answer = ByteBuffer.allocate(1);
        assertThat(peer.read(answer)).isEqualTo(1);
        assertThat(answer.get(0)).isEqualTo((byte) value);
    }

    @ParameterizedTest
    @CsvSource({"epoll, uring", "uring, epoll"})
    void aConnectionIsShiftedThereAndBack(String from, String to) throws IOException {
        try (Engine engine = Engines.start(from);
                Engine other = Engines.start(to);
                Listener listener = engine.listen(address, connection -> connection::write, Options.DEFAULT);
                SocketChannel peer = SocketChannel.open(listener.address())) {
            echo(peer, 1);
            Connection connection = engine.connections().findFirst().orElseThrow();
            join(connection.shiftTo(other));
            echo(peer, 2);
            join(connection.shiftTo(engine));
            echo(peer, 3);
            assertThat(other.stats().shiftsOut()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll?threads=1", "epoll?threads=2&accept=dealt", "uring?threads=1"})
    void loopsMayComeAndGo(String spec) throws IOException {
        try (Engine engine = Engines.start(spec);
                Listener listener = engine.listen(address, connection -> connection::write, Options.DEFAULT)) {
            Loops loops = engine.loops().orElseThrow();
            for (int count : new int[] {3, 1, 2, 1}) {
                join(loops.resize(count));
                for (int round = 0; round < 20; round++) {
                    try (SocketChannel peer = SocketChannel.open(listener.address())) {
                        echo(peer, round);
                    }
                }
            }
        }
    }

    /** Each loop needs a descriptor of the socket. */
    @Test
    void aSocketThatCannotBeSharedLeavesNoFile() {
        Syscalls full = new Syscalls() {
            @Override
            public int duplicate(int descriptor) {
                return -Constants.EMFILE;
            }
        };
        assertThatThrownBy(() -> LinuxSockets.listen(full, address, Options.DEFAULT, 2, 0))
                .isInstanceOf(SocketException.class);
        assertThat(address.getPath()).doesNotExist();
    }

    /** A loop that is removed takes no waiting connection with it. */
    @Test
    void connectionsStayWhereTheirLoopLeaves() throws IOException {
        try (Engine engine = Engines.start("epoll?threads=2");
                Listener listener = engine.listen(address, connection -> connection::write, Options.DEFAULT);
                SocketChannel first = SocketChannel.open(listener.address());
                SocketChannel second = SocketChannel.open(listener.address())) {
            echo(first, 1);
            echo(second, 2);
            join(engine.loops().orElseThrow().resize(1));
            echo(first, 3);
            echo(second, 4);
        }
    }
}
