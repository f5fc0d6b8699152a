package dev.gearbox.advise.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.SomeCosts;
import dev.gearbox.advise.calibration.Range;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the lab can load, and how. */
final class LabLoadTest {
    private static final LabMachine MACHINE = new LabMachine(1, 3, 20_000);

    private static DescribedWorkload workload(
            int connections, double rate, long bytes, double cpu, double wait, double connects, int cores) {
        return new DescribedWorkload(
                connections,
                rate,
                bytes,
                cpu,
                new Range(0, 1, 4),
                wait,
                Range.exactly(0.5),
                connects,
                cores,
                OptionalDouble.empty(),
                OptionalDouble.empty());
    }

    @Test
    void the_lab_runs_the_best_estimates() {
        DescribedWorkload asked = workload(100, 2500.5, 64, 20e-6, 0.02, 0, 8);
        DescribedWorkload run = LabLoad.asRun(asked, false, SomeCosts.exact(), MACHINE);
        assertThat(run.cores()).as("no number of cores was given").isEqualTo(1);
        assertThat(run.cpuVariation()).isEqualTo(Range.exactly(1));
        assertThat(LabLoad.axes(run))
                .containsEntry(
                        "handler", "work?bytes=64&cpu=20000ns&cpu-variation=100&wait=20000000ns&wait-variation=50")
                .containsEntry("connections", "100")
                .containsEntry("bytes", "64")
                .containsEntry("rate", "2500.5");
        assertThat(LabLoad.axes(LabLoad.asRun(workload(10, 100, 64, 0, 0, 0, 1), true, SomeCosts.exact(), MACHINE)))
                .containsEntry("handler", "work?bytes=64")
                .containsEntry("rate", "100");
        assertThat(LabLoad.asRun(workload(10, 100, 64, 0, 0, 0, 3), true, SomeCosts.exact(), MACHINE)
                        .cores())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100|1000|64|0|0|4|a server with 4 cores: it has 3 cores for it beside the load. The nearest possible: --cores 3",
                "100|1000|64|0|5|1|new connections during a measurement: its load keeps connections open. The nearest possible: --connects 0",
                "50000|1000|64|0|0|1|50,000 connections: a process can hold about 20,000 open. The nearest possible: --connections 20000",
                "100|1000|2000000|0|0|1|requests of 1.91 MiB: its load sends at most 1 MiB at a time. The nearest possible: --size 1MiB",
                "100|1000|64|2|0|1|a wait of 2 s: its slices are too short for waits above 1 s. The nearest possible: --wait 1s",
                "100|5|64|0|0|1|5 requests a second: its slices take two seconds, which is too short for a p99 of so few. The nearest possible: --rate 20",
                "100|900000|64|0|0|1|900,000 requests a second: one core of load is fit for about 150,000/s. The nearest possible: --rate 150000",
            })
    void what_it_cannot_load_is_refused_with_the_nearest(
            int connections, double rate, long bytes, double wait, double connects, int cores, String message) {
        DescribedWorkload asked = workload(connections, rate, bytes, 0, wait, connects, cores);
        assertThatThrownBy(() -> LabLoad.asRun(asked, true, SomeCosts.exact(), MACHINE))
                .isInstanceOf(AdviseException.class)
                .hasMessage("this machine cannot load " + message);
    }
}
