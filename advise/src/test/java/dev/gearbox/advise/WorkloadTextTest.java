package dev.gearbox.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.advise.calibration.Range;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workloads as people write them. */
final class WorkloadTextTest {
    static WorkloadText read(String yaml) {
        try {
            Path file = Files.createTempFile("workload", ".yaml");
            try {
                Files.writeString(file, yaml);
                return WorkloadText.read(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void a_file_has_the_names_of_the_options() {
        DescribedWorkload workload = read("""
                connections: 5000
                rate: 200.5
                size: 2KiB
                cpu: 20us
                cpu-variation: 0
                wait: 20ms
                connects: 3
                cores: 4
                p99: 5ms
                memory: 1GiB
                """).workload(2);
        assertThat(workload.connections()).isEqualTo(5000);
        assertThat(workload.rate()).isEqualTo(200.5);
        assertThat(workload.bytes()).isEqualTo(2048);
        assertThat(workload.cpuSeconds()).isEqualTo(20e-6);
        assertThat(workload.cpuVariation()).isEqualTo(Range.exactly(0));
        assertThat(workload.waitSeconds()).isEqualTo(0.020);
        assertThat(workload.waitVariation()).isEqualTo(new Range(0, 1, 4));
        assertThat(workload.connectsPerSecond()).isEqualTo(3);
        assertThat(workload.cores()).isEqualTo(4);
        assertThat(workload.p99Limit()).hasValue(0.005);
        assertThat(workload.memoryLimit()).hasValue(0x1p30);
    }

    @Test
    void options_override_the_file() {
        WorkloadText file = read("connections: 5000\nrate: 200\n");
        WorkloadText options = read("rate: 300\n");
        DescribedWorkload both = options.or(file).workload(2);
        assertThat(both.connections()).isEqualTo(5000);
        assertThat(both.rate()).isEqualTo(300);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rate: 5 | the workload needs connections: --connections 10000
            connections: 5 | the workload needs rate: --rate 10000
            {connections: 5, rate: fast} | rate cannot be "fast". It takes a number without unit
            {connections: 5, rate: 0} | rate cannot be "0". It takes a number above 0
            {connections: 0, rate: 1} | connections cannot be "0". It takes a number from 1 to 10000000
            {connections: 1.5, rate: 1} | connections cannot be "1.5". It takes an integer
            {connections: 5, rate: 1, cpu: 5} | cpu cannot be "5". It takes a time with its unit: 20us
            {connections: 5, rate: 1, cpu: 5 parsec} | cpu cannot be "5 parsec"
            {connections: 5, rate: 1, size: 64} | size cannot be "64". It takes a size with its unit: 64B
            {connections: 5, rate: 1, size: 64 bit} | size cannot be "64 bit"
            {connections: 5, rate: 1, cpu-variation: -1} | cpu-variation cannot be "-1"
            """)
    void what_is_missing_or_wrong_is_named(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml).workload(2))
                .isInstanceOf(AdviseException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void an_unknown_key_is_an_error() {
        assertThatThrownBy(() -> read("conections: 5\nrate: 1\n"))
                .isInstanceOf(AdviseException.class)
                .hasMessageContaining("conections");
        assertThatThrownBy(() -> WorkloadText.read(Path.of("nowhere.yaml")))
                .isInstanceOf(AdviseException.class)
                .hasMessageStartingWith("cannot read the workload nowhere.yaml");
    }
}
