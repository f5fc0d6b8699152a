package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.external.ExternalExample;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.Subject;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The external servers that come with the study echo every byte. Runs in the profile {@code native} only: those whose compilers are installed; that of the
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

    static List<String> here() {
        List<String> here = EchoServer.externals().examples().stream()
                .filter(example ->
                        example.absence().isEmpty() && example.speaks().contains("echo"))
                .map(ExternalExample::name)
                .toList();
        assertThat(here).contains("c-epoll");
        return here;
    }

    static Stream<List<String>> runs() {
        // Servers of one message for each connection, with the faults of their source, take part in one workload.
        Stream<String> once = EchoServer.externals().examples().stream()
                .filter(example ->
                        example.absence().isEmpty() && example.speaks().contains("once"))
                .map(ExternalExample::name);
        return Stream.concat(
                here().stream()
                        .flatMap(name ->
                                Stream.of("ping", "hello-bye", "churn").map(workload -> List.of(name, workload))),
                once.map(name -> List.of(name, "once")));
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
    @MethodSource("here")
    void aPeerWithLittleRoomThatClosesItsHalfGetsEveryByte(String name) throws Exception {
        byte[] sent = new byte[MUCH];
        new Random(7).nextBytes(sent);
        try (Running server = Running.start(subject(name));
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
    @MethodSource("here")
    void aPeerThatDoesNotReadOrResetsDisturbsNobodyElse(String name) throws Exception {
        try (Running server = Running.start(subject(name));
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

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
        } catch (IOException closed) {
            return; // the test is over
        }
    }

    /** Starts the subject like the lab, without the lab. */
    private record Running(Process process, int port) implements AutoCloseable {
        static Running start(Subject subject) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            command.addAll(subject.launch().options());
            command.addAll(subject.args());
            command.addAll(List.of("--protocol", "echo", "--port", "0"));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            String ready = out.readLine();
            assertThat(ready).startsWith("READY ");
            return new Running(
                    process,
                    JsonMapper.shared()
                            .readTree(ready.substring("READY ".length()))
                            .path("port")
                            .asInt());
        }

        Socket connect() throws IOException {
            return new Socket(address().getAddress(), port);
        }

        InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            assertThat(process.onExit().join().exitValue()).isZero();
        }
    }
}
