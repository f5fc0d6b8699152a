package dev.gearbox.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.Study;
import dev.gearbox.lab.data.LabException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file of a memory workload, and its errors. */
public class MemoryWorkloadTest {
    public static final String QUIET = """
            kind: memory
            name: quiet
            summary: idle connections next to a busy one
            source: nowhere
            protocol: echo
            axes: {quiet: [100, 500, 5100], bytes: [8]}
            over: quiet
            also: ["made for it"]
            arrivals: {model: closed, users: 1}
            script: [connect, {repeat: {steps: [{send: {bytes: $bytes}}, {expect: echo}, {pause: 10ms}]}}]
            background:
              - name: quiet
                users: $quiet
                script: [connect, {send: {text: hello}}, {expect: echo}, {repeat: {steps: [{pause: 1h}]}}]
            quick: {axes: {quiet: [100, 5100]}}
            """;

    public static MemoryWorkload decode(String text) {
        try {
            return MemoryWorkload.decode("quiet.yaml", stream(text));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theNumbersOfConnectionsAreOneCellAndOtherAxesAreAGrid() {
        MemoryWorkload workload = decode(QUIET.replace("bytes: [8]", "bytes: [8, 64]"));

        List<MemoryCell> cells = workload.cells(Length.FULL, Map.of());

        assertThat(cells).extracting(MemoryCell::label).containsExactly("quiet bytes=8", "quiet bytes=64");
        assertThat(cells).allSatisfy(cell -> {
            assertThat(cell.points()).extracting(Cell::connections).containsExactly(101, 501, 5101);
            assertThat(cell.largest().connections()).isEqualTo(5101);
            assertThat(cell.requires()).containsExactly("echo");
            assertThat(cell.quietFor()).isZero();
        });
        assertThat(workload.cells(Length.QUICK, Map.of("bytes", List.of("8"))))
                .singleElement()
                .satisfies(cell ->
                        assertThat(cell.points()).extracting(Cell::connections).containsExactly(101, 5101));
        assertThat(decode(QUIET.replace("over: quiet", "over: quiet\nquiet-for: 3s"))
                        .cells(Length.QUICK, Map.of())
                        .getFirst()
                        .quietFor())
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(workload.also()).containsExactly("made for it");
        assertThat(workload.over()).isEqualTo("quiet");
    }

    @Test
    void itIsFoundByItsKindAndIsNoLoad() throws IOException {
        assertThat(Workload.decode("quiet.yaml", stream(QUIET))).isInstanceOf(MemoryWorkload.class);
        assertThat(Workload.decode("tiny.yaml", stream("kind: load\n" + TestData.TINY)))
                .isInstanceOf(LoadWorkload.class);
        Study study = new Study("s", "What?", List.of(decode(QUIET), TestData.workload()));
        assertThat(study.loads()).extracting(LoadWorkload::name).containsExactly("tiny");
        assertThatThrownBy(() -> study.load("quiet"))
                .isInstanceOf(LabException.class)
                .hasMessage("quiet is about the memory of idle connections, not a load for servers");
        assertThatThrownBy(() -> Workload.decode("quiet.yaml", stream(QUIET.replace("kind: memory", "kind: memry"))))
                .isInstanceOf(LabException.class)
                .hasMessage("quiet.yaml: kind must be one of load, job, memory, not \"memry\"");
    }

    @Test
    void oneNumberOfConnectionsIsRefused() {
        assertThatThrownBy(() -> decode(QUIET).cells(Length.QUICK, Map.of("quiet", List.of("5"))))
                .isInstanceOf(LabException.class)
                .hasMessage("quiet.yaml: the memory of an idle connection is the slope over their number, and needs at"
                        + " least two numbers of connections: give quiet more values");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    over: quiet           | over: quit             | quiet.yaml: over is an unknown axis "quit". Did you mean quiet?
                    over: quiet           | ovr: quiet             | quiet.yaml: unknown key "ovr". Did you mean over?
                    over: quiet           | pairs: [{arm: a, baseline: b}] | quiet.yaml: unknown key "pairs"
                    over: quiet           | over: bytes            | quiet.yaml: the memory of an idle connection is the slope
                    protocol: echo        | protocol: $quiet       | quiet.yaml: $quiet is the number of connections, and cannot be an option of the server
                    users: $quiet         | users: 5               | quiet.yaml: axes.quiet is never used: there is no $quiet
                    quiet: [100, 5100]    | quiet: [100]           | quiet.yaml: the memory of an idle connection is the slope
                    quick: {              | quick: {warm-up: 1s,   | quiet.yaml: quick: unknown key "warm-up". Known: axes
                    kind: memory          | kind: load             | quiet.yaml: kind must be memory, not "load"
                    """)
    void aMistakeIsNamed(String right, String wrong, String message) {
        assertThat(QUIET).contains(right);
        assertThatThrownBy(() -> decode(QUIET.replace(right, wrong)))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith(message);
    }
}
