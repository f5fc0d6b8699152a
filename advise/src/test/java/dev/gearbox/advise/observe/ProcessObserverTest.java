package dev.gearbox.advise.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.advise.AdviseException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JVM whose workload is known, watched while it runs, and by its recording. Sizes and numbers are exact; times depend on the machine. */
@Timeout(300)
final class ProcessObserverTest {
    private static final Duration TIME = Duration.ofSeconds(3);
    private static final int BUSY = 10;
    private static final int QUIET = 4;
    private static final double RATE = 200;

    @TempDir
    private Path folder = Path.of("");

    /** A JVM that runs a {@link KnownServer}. */
    private record Server(Process process, int port) implements AutoCloseable {
        static Server start(String kind, String... options) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
            command.addAll(List.of(options));
            command.addAll(List.of("-cp", classes(), KnownServer.class.getName(), kind));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader said = process.inputReader();
            String line = said.readLine();
            while (line != null && !line.matches("\\d+")) {
                line = said.readLine(); // what the flight recorder says
            }
            return new Server(process, Integer.parseInt(String.valueOf(line)));
        }

        private static String classes() {
            return Path.of(KnownServer.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .getPath())
                    .toString();
        }

        /** Lets it end in order, so that it writes its recording. */
        void end() throws IOException, InterruptedException {
            process.getOutputStream().close();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    void a_running_jvm(String kind) throws Exception {
        try (Server server = Server.start(kind);
                KnownLoad load = new KnownLoad(server.port(), BUSY, QUIET).begin(RATE)) {
            List<Double> shares = new ArrayList<>();
            ObservedProcess seen = ProcessObserver.process(server.process().pid(), TIME, shares::add);
            long answered = load.answered();
            assertThat(seen.live()).isTrue();
            assertThat(seen.noRequests()).isEmpty();
            assertThat(seen.requests()).isPositive().isLessThanOrEqualTo(answered);
            assertThat(seen.connections()).hasValue(BUSY + QUIET);
            assertThat(seen.connects()).hasValue(0);
            assertThat(seen.guessed()).isZero();
            assertThat(seen.servers()).isZero();
            assertThat(seen.bytesIn() / KnownServer.REQUEST)
                    .as("as many requests are joined as answers, if the machine stalls")
                    .isEqualTo(seen.bytesOut() / KnownServer.ANSWER);
            assertThat(seen.serving()).isEqualTo(BUSY);
            assertThat(seen.virtual()).isEqualTo(kind.equals("virtual"));
            assertThat(seen.waits().orElseThrow().meanSpan()).isGreaterThanOrEqualTo(KnownServer.WAIT_MILLIS / 1e3);
            assertThat(seen.waits().orElseThrow().mean()).isPositive();
            assertThat(seen.cpuCores().orElseThrow()).isPositive();
            assertThat(seen.threads().orElseThrow()).isPositive();
            assertThat(shares).isNotEmpty().isSorted().allMatch(share -> share >= 0 && share <= 1);
        }
    }

    @Test
    void nothing_is_left_in_the_jvm_that_was_watched() throws Exception {
        try (Server server = Server.start("platform")) {
            ObservedProcess seen = ProcessObserver.process(server.process().pid(), Duration.ofSeconds(2), share -> {});
            assertThat(seen.requests()).isZero();
            assertThat(seen.connections()).hasValue(0);
            assertThat(new Jcmd(new JavaProcess(server.process().pid())).ask("", "JFR.check"))
                    .contains("No available recordings");
        }
    }

    /** All events from the start to the end, with the options that the documentation shows. */
    @Test
    void the_recording_of_a_jvm() throws Exception {
        Path file = folder.resolve("app.jfr");
        long answered;
        try (Server server = Server.start("platform", recordingOptions(file))) {
            KnownLoad load = new KnownLoad(server.port(), BUSY, QUIET);
            try (load) {
                load.begin(RATE);
                while (load.answered() < 200) {
                    assertThat(server.process().waitFor(10, TimeUnit.MILLISECONDS))
                            .isFalse();
                }
            }
            answered = load.answered();
            server.end();
        }
        RecordedEvents recorded = RecordingReader.read(file);
        assertThat(recorded.settings().uncountable()).isEmpty();
        List<AnsweredRequest> requests = AnsweredRequest.of(
                recorded.transfers(), Peers.of(recorded.transfers(), java.util.Set.of(), java.util.Set.of()));
        assertThat(requests.stream().mapToLong(AnsweredRequest::bytesIn).sum())
                .isEqualTo(answered * KnownServer.REQUEST);
        assertThat(requests.stream().mapToLong(AnsweredRequest::bytesOut).sum())
                .isEqualTo(answered * KnownServer.ANSWER);
        ObservedProcess seen = ProcessObserver.recording(file);
        assertThat(seen.source()).isEqualTo("the recording " + file);
        assertThat(seen.live()).isFalse();
        assertThat(seen.requests()).isPositive().isLessThanOrEqualTo(requests.size());
        assertThat(seen.servers()).isZero();
        assertThat(seen.processors()).hasValue(Runtime.getRuntime().availableProcessors());
    }

    private static String[] recordingOptions(Path file) throws IOException {
        String page = Files.readString(Path.of("../docs/advise.md"));
        String option = page.lines()
                .flatMap(line -> java.util.Arrays.stream(line.split(" ")))
                .filter(word -> word.startsWith("-XX:StartFlightRecording:"))
                .findFirst()
                .orElseThrow();
        assertThat(option).contains("filename=app.jfr");
        return new String[] {option.replace("filename=app.jfr", "filename=" + file)};
    }

    @Test
    void a_jvm_that_ends_is_noticed() throws Exception {
        try (Server server = Server.start("platform")) {
            assertThatThrownBy(() -> ProcessObserver.process(
                            server.process().pid(),
                            Duration.ofMinutes(2),
                            share -> server.process().destroyForcibly()))
                    .isInstanceOf(AdviseException.class)
                    .hasMessageContaining(" has ended while it was watched");
        }
    }

    @Test
    void an_interruption_ends_the_recording() throws Exception {
        try (Server server = Server.start("platform")) {
            Thread here = Thread.currentThread();
            assertThatThrownBy(() -> ProcessObserver.process(
                            server.process().pid(), Duration.ofMinutes(2), share -> here.interrupt()))
                    .isInstanceOf(InterruptedException.class);
            Thread.interrupted();
            assertThat(new Jcmd(new JavaProcess(server.process().pid())).ask("", "JFR.check"))
                    .contains("No available recordings");
        }
    }

    @Test
    void a_process_that_is_no_jvm_is_left_alone() throws Exception {
        Process other = new ProcessBuilder("sleep", "100").start();
        try {
            assertThatThrownBy(() -> ProcessObserver.process(other.pid(), TIME, share -> {}))
                    .isInstanceOf(AdviseException.class)
                    .hasMessage("process " + other.pid()
                            + " is no JVM. Name one (jps lists them), or give --connections and --rate");
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
        assertThat(other.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThatThrownBy(() -> ProcessObserver.process(other.pid(), TIME, share -> {}))
                .isInstanceOf(AdviseException.class)
                .hasMessageStartingWith("there is no process " + other.pid() + ".");
    }

    @Test
    void a_jvm_that_does_not_answer() throws Exception {
        try (Server server = Server.start("platform", "-XX:+DisableAttachMechanism")) {
            assertThatThrownBy(() -> ProcessObserver.process(server.process().pid(), TIME, share -> {}))
                    .isInstanceOf(AdviseException.class)
                    .hasMessageStartingWith("process " + server.process().pid() + " does not answer jcmd (")
                    .hasMessageEndingWith("). Make a recording of it another way, and name its file")
                    .satisfies(refused -> assertThat(refused.getMessage()).hasLineCount(1));
        }
    }

    @Test
    void a_jvm_that_is_stopped() throws Exception {
        try (Server server = Server.start("platform")) {
            String pid = Long.toString(server.process().pid());
            assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor())
                    .isZero();
            Path stat = Path.of("/proc", pid, "stat");
            while (!Files.readString(stat).contains(") T ")) {
                assertThat(server.process().waitFor(10, TimeUnit.MILLISECONDS)).isFalse();
            }
            assertThatThrownBy(() -> ProcessObserver.process(server.process().pid(), TIME, share -> {}))
                    .isInstanceOf(AdviseException.class)
                    .hasMessage(
                            "process " + pid + " is stopped and would not answer. Continue it with kill -CONT " + pid);
        }
    }

    @Test
    void a_process_of_another_user() {
        assertThatThrownBy(() -> JavaProcess.refuseOthers(42, "app", "me"))
                .isInstanceOf(AdviseException.class)
                .hasMessage(
                        "process 42 belongs to app, and a JVM can be asked only by its own user. Run gearbox as app, or name a recording of it");
        JavaProcess.refuseOthers(42, "me", "me");
    }

    @Test
    void a_file_that_is_no_recording() throws Exception {
        Path text = Files.writeString(folder.resolve("text.jfr"), "connections: 5\n");
        assertThat(ProcessObserver.isRecording(text)).as("by its name").isTrue();
        assertThatThrownBy(() -> ProcessObserver.recording(text))
                .isInstanceOf(AdviseException.class)
                .hasMessageStartingWith(text + " is no flight recording (");
        assertThatThrownBy(() -> ProcessObserver.recording(folder.resolve("nowhere.jfr")))
                .hasMessage("cannot read the recording " + folder.resolve("nowhere.jfr")
                        + ": there is no such file. Check its path");
        assertThat(ProcessObserver.isRecording(Files.writeString(folder.resolve("w.yaml"), "rate: 5\n")))
                .isFalse();
        assertThat(ProcessObserver.isRecording(Files.writeString(folder.resolve("other-name"), "FLR\0")))
                .isTrue();
    }
}
