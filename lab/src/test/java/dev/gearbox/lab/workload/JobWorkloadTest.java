package dev.gearbox.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.lab.Study;
import dev.gearbox.lab.data.LabException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file of a job, and its errors. */
class JobWorkloadTest {
    static final String FETCH = """
            kind: job
            name: fetch
            summary: fetch pages
            source: nowhere
            requires: [fetch]
            axes: {delay: [300, 50], work: [none, some]}
            instrument: {name: origin, protocol: http, options: {delay: $delay}}
            job: {pages: 1000, work: $work, timeout: 5s}
            count: pages
            ideal:
              wait: {$delay: {300: 300ms, 50: 50ms}}
              each: {$work: {none: 0ms, some: 6.5ms}}
            baseline: all
            quick: {longest: 1s, axes: {delay: [300]}}
            full: {longest: 10s}
            """;

    static JobWorkload decode(String text) {
        try {
            return JobWorkload.decode("fetch.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Subject subject(int atOnce) {
        return TestJobs.subject("fetches", atOnce);
    }

    @Test
    void aFileIsAGridOfCells() {
        JobWorkload workload = decode(FETCH);

        assertThat(workload.cells(Length.FULL, Map.of())).hasSize(4);
        assertThat(workload.cells(Length.QUICK, Map.of()))
                .extracting(JobCell::label)
                .containsExactly("fetch delay=300 work=none", "fetch delay=300 work=some");
        JobCell cell = workload.cells(Length.QUICK, Map.of("delay", List.of("50"), "work", List.of("some")))
                .getFirst();
        assertThat(cell.instrument())
                .isEqualTo(Optional.of(new InstrumentOptions("origin", "http", Map.of("delay", "50"))));
        assertThat(cell.requires()).containsExactly("fetch");
        assertThat(cell.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(cell.order(7, 4711, Fixture.NONE))
                .isEqualTo("{\"pages\":7,\"work\":\"some\",\"timeout\":\"5s\",\"port\":4711}");
        assertThat(cell.order(7, 0, Fixture.NONE)).doesNotContain("port");
        assertThat(workload.baseline()).isEqualTo("all");
        assertThat(workload.named()).isFalse();
    }

    @Test
    void aJobIsNoLoad() {
        Study study = new Study("s", "What?", List.of(decode(FETCH), TestData.workload()));
        assertThat(study.loads()).extracting(LoadWorkload::name).containsExactly("tiny");
        assertThat(study.names()).containsExactly("fetch", "tiny");
        assertThatThrownBy(() -> study.load("fetch"))
                .isInstanceOf(LabException.class)
                .hasMessage("fetch is a job that subjects do, not a load for servers");
    }

    @ParameterizedTest
    @CsvSource({
        // concurrently, the whole job would take 300 s, 75 s, 4.8 s, 0.3 s
        "1, none, 3, 0.9, 333.333",
        "4, none, 12, 0.9, 83.333",
        "64, none, 192, 0.9, 5.333",
        "1000, none, 1000, 0.3, 1",
        "0, none, 1000, 0.3, 1",
        // 300 ms + 6.5 ms for each
        "0, some, 107, 0.9955, 6.8308"
    })
    void aJobThatTakesTooLongIsDoneInPart(int atOnce, String work, long done, double seconds, double scale) {
        JobCell cell =
                decode(FETCH).cells(Length.QUICK, Map.of("work", List.of(work))).getFirst();

        JobCell.Part part = cell.part(subject(atOnce));

        assertThat(part.done()).isEqualTo(done);
        assertThat(part.whole()).isEqualTo(1000);
        assertThat(part.seconds()).isCloseTo(seconds, within(1e-6));
        assertThat(part.scale()).isCloseTo(scale, within(1e-3));
    }

    @Test
    void nobodyGetsWarmForLong() {
        JobCell quick = decode(FETCH)
                .cells(Length.QUICK, Map.of("work", List.of("some")))
                .getFirst();
        assertThat(quick.warming(subject(0))).isEqualTo(quick.part(subject(0)));

        JobCell full = decode(FETCH)
                .cells(Length.FULL, Map.of("delay", List.of("300"), "work", List.of("some")))
                .getFirst();
        assertThat(full.part(subject(0)).done()).isEqualTo(1000);
        assertThat(full.warming(subject(0)).done()).isEqualTo(723);
        assertThat(full.warming(subject(0)).seconds()).isCloseTo(5, within(0.01));
    }

    @Test
    void aRoundThatAloneTakesTooLongIsDoneAllTheSame() {
        IdealJobTime slow = new IdealJobTime(Duration.ofSeconds(3), Duration.ZERO, Duration.ZERO);

        assertThat(slow.fitting(1, 10, 4)).isEqualTo(4);
        assertThat(slow.fitting(1, 10, 0)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: job | kind: jop | fetch.yaml: kind must be job, not \"jop\"",
                "count: pages | count: sites | fetch.yaml: job.sites is missing",
                "baseline: all | basline: all | fetch.yaml: unknown key \"basline\". Did you mean baseline?",
                "pages: 1000 | pages: 0 | fetch.yaml: job.pages must be the number of units, from 1",
                "timeout: 5s | timeout: soon | fetch.yaml: job.timeout must be a duration such as 500ms, 10s or 2m, not",
                "longest: 1s | longst: 1s | fetch.yaml: quick: unknown key \"longst\"",
                "delay: $delay} | delay: $dely} | fetch.yaml: axes has no \"dely\", but the file says $dely",
                "axes: {delay: [300]} | axes: {dlay: [300]} | fetch.yaml: quick.axes has an unknown axis \"dlay\"",
                "none: 0ms | never: 0ms | fetch.yaml: $work chooses among never, some, and none is for none"
            })
    void aMistakeIsNamed(String right, String wrong, String message) {
        assertThatThrownBy(() -> decode(FETCH.replace(right, wrong)))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void anAxisThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> decode(FETCH).cells(Length.QUICK, Map.of("dely", List.of("3"))))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("fetch.yaml: unknown axis \"dely\". Did you mean delay?");
    }
}
