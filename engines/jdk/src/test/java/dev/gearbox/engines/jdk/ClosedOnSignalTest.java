package dev.gearbox.engines.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.JavaCommands;
import dev.gearbox.testkit.Peer;
import java.io.BufferedReader;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Engine#closeOnSignal}, in a process of its own that gets SIGTERM. */
class ClosedOnSignalTest {
    /** 128 and the number of SIGTERM. */
    private static final int TERMINATED = 143;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSignalEndsAllConversationsInOrder(boolean daemon) throws Exception {
        String path = Stream.concat(Stream.of(Path.of("target", "test-classes")), JavaCommands.path().stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        path,
                        ClosedOnSignalMain.class.getName(),
                        Boolean.toString(daemon))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = server.inputReader()) {
            List<Peer> peers = new ArrayList<>();
            for (int count = 0; count < 2; count++) {
                Peer peer = Peer.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(said.readLine())), 0);
                peer.echo(new byte[10]);
                peers.add(peer);
            }
            server.toHandle().destroy();
            for (Peer peer : peers) {
                assertThat(peer.receiveAll()).asString().isEqualTo("bye");
                peer.close();
            }
            assertThat(server.waitFor(Conditions.LIMIT)).isTrue();
            assertThat(server.exitValue()).isEqualTo(TERMINATED);
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void theThreadThatKeepsTheJvmAliveEndsWithItsEngine() throws Exception {
        Engine engine = Engines.start("selector", false);
        Thread keeper = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("gearbox-keep-alive"))
                .findFirst()
                .orElseThrow();
        assertThat(keeper.isDaemon()).isFalse();
        engine.close();
        assertThat(keeper.join(Conditions.LIMIT)).isTrue();
    }

    @Test
    void aClosedEngineIsNotClosedOnASignal() {
        Engine engine = Engines.start("selector");
        engine.closeOnSignal(Duration.ofSeconds(1));
        engine.close();
        assertThatThrownBy(() -> engine.closeOnSignal(Duration.ofSeconds(1))).isInstanceOf(IllegalStateException.class);
    }
}
