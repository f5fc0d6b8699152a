package dev.gearbox.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JobWorkload;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchedCoresTest {
    /** No machine has so many hardware threads that the core of the load is another thread of the subject's. */
    private static final int LOAD = 9_999;

    private static final Pinning PINNING = new Pinning(List.of(0), List.of(LOAD));

    private static JobCell job(String instrument) throws IOException {
        String file = """
                kind: job
                name: copy
                summary: copy files
                source: nowhere
                axes: {files: [20]}
                %s
                job: {files: $files, timeout: 1s}
                count: files
                ideal: {wait: 50ms}
                baseline: copies
                quick: {longest: 1s}
                full: {longest: 10s}
                """.formatted(instrument);
        return JobWorkload.decode("copy.yaml", new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)))
                .cells(Length.QUICK, Map.of())
                .getFirst();
    }

    @Test
    void aJobAloneIsNotDisturbedOnTheCoresOfTheLoad() throws IOException {
        assertThat(ExperimentRun.watched(job(""), PINNING)).isEqualTo(PINNING.coresOfSubject());
        assertThat(PINNING.coresOfSubject()).contains(0).doesNotContain(LOAD);
    }

    @Test
    void whatIsMeasuredBesideAnotherProcessIsDisturbedOnItsCoresToo() throws IOException {
        assertThat(ExperimentRun.watched(job("instrument: {name: origin, protocol: http, options: {}}"), PINNING))
                .containsExactly(0, LOAD);
        assertThat(ExperimentRun.watched(
                        TestData.workload().cells(Length.QUICK, Map.of()).getFirst(), PINNING))
                .containsExactly(0, LOAD);
    }
}
