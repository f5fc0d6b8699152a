package dev.gearbox.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.ErrorKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {
    @TempDir
    Path parent;

    /** Written once, by version 1, and never again: whatever the code becomes, it must read this. */
    @Test
    void readsAFileOfVersion1() throws IOException {
        TrialResult result = ResultFiles.read("v1", fixture());
        assertThat(result.format()).isEqualTo(1);
        assertThat(result.subject()).isEqualTo("echo");
        assertThat(result.cell()).isEqualTo("tiny connections=1 bytes=64");
        assertThat(result.length()).isEqualTo(Length.QUICK);
        assertThat(result.environment().cores()).isEqualTo(2);
        assertThat(String.valueOf(result.stamp())).contains("\"port\":");
        assertThat(Objects.requireNonNull(result.plan()).warmUp().toMillis()).isEqualTo(100);
        Metrics metrics = result.metrics().orElseThrow();
        assertThat(metrics.requestsPerSecond()).isPositive();
        assertThat(metrics.p99Micros()).isGreaterThanOrEqualTo(metrics.p50Micros());
        assertThat(metrics.cpuMicrosPerRequest()).isPositive();
        assertThat(metrics.switchesPerRequest()).isPositive();
        assertThat(result.failure()).isNull();
    }

    @Test
    void whatWasWrittenReadsBackTheSame() throws IOException {
        TrialResult result = ResultFiles.read("v1", fixture());
        ResultFiles files = ResultFiles.create(parent, "tiny");
        Path file = files.write(result);
        assertThat(file.getFileName()).hasToString("tiny-connections=1-bytes=64-echo.json");
        assertThat(ResultFiles.read(file)).isEqualTo(result);
        assertThat(ResultFiles.readAll(files.folder())).containsExactly(result);
        assertThat(ResultFiles.json(result)).isEqualTo(Files.readString(file));
        try (Stream<Path> all = Files.list(files.folder())) {
            assertThat(all).containsExactly(file);
        }
    }

    @Test
    void aFailureReadsBackTheSame() throws IOException {
        TrialResult failed = failed(ResultFiles.read("v1", fixture()), "pool?threads=5");
        Path file = ResultFiles.create(parent, "tiny").write(failed);
        assertThat(file.getFileName()).hasToString("tiny-connections=1-bytes=64-pool_threads=5.json");
        assertThat(ResultFiles.read(file)).isEqualTo(failed);
        assertThat(failed.metrics()).isEmpty();
        assertThat(failed.succeeded()).isFalse();
    }

    @Test
    void eachRunHasAFolderOfItsOwn() {
        ResultFiles first = ResultFiles.create(parent.resolve("deep/er"), "ping");
        ResultFiles second = ResultFiles.create(parent.resolve("deep/er"), "ping");
        assertThat(first.folder()).isNotEqualTo(second.folder()).isDirectory();
        assertThat(first.folder().getFileName().toString())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-ping-[0-9a-f]{4}");
    }

    @Test
    void aFolderThatCannotBeMadeIsSaidInALine() throws IOException {
        Path file = Files.writeString(parent.resolve("file"), "");
        assertThatThrownBy(() -> ResultFiles.create(file, "ping"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("cannot write results to " + file)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void whatIsNoResultIsRefusedWithItsName() throws IOException {
        String text = new String(fixture(), StandardCharsets.UTF_8);
        for (String wrong : List.of(
                "",
                "[]",
                "{",
                text.replaceFirst("\"format\" *: *1", "\"format\":99"),
                text.replaceFirst("\"subject\"", "\"sbuject\""),
                text.replaceFirst("\"window\"", "\"wnidow\""),
                text.replaceFirst("\"userMicros\" *: *[0-9]+", "\"userMicros\":null"))) {
            assertThat(wrong).isNotEqualTo(text);
            assertThatThrownBy(() -> ResultFiles.read("this.json", wrong.getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(LabException.class)
                    .hasMessageStartingWith("this.json is no result file");
        }
    }

    @Test
    void errorKindsKeepTheirNames() {
        assertThat(Stream.of(ErrorKind.values()).map(ErrorKind::key))
                .contains("refused", "reset", "timeout", "wrongEcho", "unexpectedClose", "other");
    }

    private static TrialResult failed(TrialResult like, String subject) {
        return new TrialResult(
                like.format(),
                like.started(),
                like.workload(),
                like.length(),
                like.parameters(),
                like.protocol(),
                like.server(),
                subject,
                like.command(),
                like.environment(),
                null,
                null,
                null,
                null,
                null,
                new Failure("the subject ended", List.of("out of luck")),
                List.of("a note"));
    }

    static byte[] fixture() throws IOException {
        try (InputStream in = ResultFilesTest.class.getResourceAsStream("result-v1.json")) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }
}
