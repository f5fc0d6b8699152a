package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.external.ExternalExample;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.Subject;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The external servers that come with the study echo every byte, except those that are kept with their faults. Runs in the profile {@code native} only: those whose compilers are installed; that of the
 * C server is required.
 */
@Tag("native")
@Timeout(600)
class ForeignEchoesTest {
    private static final int MUCH = 4 << 20;

    /** More than the buffers of all four ends can hold. */
    private static final int FLOOD = 64 << 20;

    /** So small that the server's socket is full repeatedly. */
    private static final int ROOM = 4 << 10;

    @TempDir
    Path parent;

    /** Those of which nothing wrong is known; {@link PublishedFaultsTest} has the others. */
    static List<String> sound() {
        List<String> sound =
                here(example -> example.faults().isEmpty() && example.speaks().contains("echo"));
        assertThat(sound).contains("c-epoll");
        return sound;
    }

    static Stream<List<String>> runs() {
        // Servers with the faults of their source take part, too: a friendly load finds few of them.
        Map<String, List<String>> workloads = Map.of(
                "echo", List.of("ping", "hello-bye", "churn"), "once", List.of("once"), "busy", List.of("container"));
        return workloads.entrySet().stream()
                .flatMap(spoken -> here(example -> example.speaks().contains(spoken.getKey())).stream()
                        .flatMap(name -> spoken.getValue().stream().map(workload -> List.of(name, workload))));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void aWorkloadRunsWithoutAnError(List<String> run) throws InterruptedException {
        LoadWorkload workload = EchoServer.study().load(run.getLast());
        Cell cell = workload.cells(
                        Length.QUICK,
                        workload.axes().containsKey("connections") ? Map.of("connections", List.of("4")) : Map.of())
                .getFirst()
                .during(Duration.ofMillis(200), Duration.ofMillis(1200));
        SingleRun.Result result = SingleRun.open(ChildSetup.detect(1)).run(cell, subject(run.getFirst()));
        assertThat(result.slice().traffic().errors()).isEmpty();
        assertThat(result.slice().cost().cpuMicros()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("sound")
    void aPeerWithLittleRoomThatClosesItsHalfGetsEveryByte(String name) throws Exception {
        byte[] sent = new byte[MUCH];
        new Random(7).nextBytes(sent);
        try (RunningExternal server = RunningExternal.start(name, "echo");
                Socket socket = new Socket()) {
            socket.setReceiveBufferSize(ROOM);
            socket.connect(server.address());
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(socket, sent));
            byte[] received = socket.getInputStream().readAllBytes();
            writer.join();
            assertThat(Arrays.mismatch(received, sent)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @MethodSource("sound")
    void aPeerThatDoesNotReadOrResetsDisturbsNobodyElse(String name) throws Exception {
        try (RunningExternal server = RunningExternal.start(name, "echo");
                Socket deaf = server.connect()) {
            CompletableFuture<Void> stuck = CompletableFuture.runAsync(() -> write(deaf, new byte[FLOOD]));
            for (int i = 0; i < 100; i++) {
                try (Socket rude = server.connect()) {
                    rude.getOutputStream().write(new byte[1000]);
                    rude.setSoLinger(true, 0); // a reset instead of an end of stream
                }
                try (Socket polite = server.connect()) {
                    polite.getOutputStream().write(new byte[] {(byte) i});
                    assertThat(polite.getInputStream().read()).isEqualTo(i);
                }
            }
            assertThat(stuck).isNotDone();
            deaf.setSoLinger(true, 0);
        }
    }

    private static Subject subject(String name) {
        return EchoServer.subject("external:" + name, Optional.empty());
    }

    private static List<String> here(Predicate<ExternalExample> which) {
        return EchoServer.externals().examples().stream()
                .filter(example -> example.absence().isEmpty() && which.test(example))
                .map(ExternalExample::name)
                .toList();
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
        } catch (IOException closed) {
            return; // the test is over
        }
    }
}
