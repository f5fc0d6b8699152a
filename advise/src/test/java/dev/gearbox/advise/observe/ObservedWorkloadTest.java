package dev.gearbox.advise.observe;

import static dev.gearbox.advise.observe.SomeEvents.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.WorkloadText;
import dev.gearbox.advise.calibration.CalibrationFile;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.UnitCost;
import dev.gearbox.advise.observe.ObservedFact.FactOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From an observation to a workload: what was read, what was given, what is assumed. */
final class ObservedWorkloadTest {
    private static final Costs COSTS = CalibrationFile.reference();

    @TempDir
    private Path folder = Path.of("");

    /** 100 requests a second of 100 bytes, with answers of 300, that take 4 ms of processor time and wait for 20 ms. */
    private static SomeEvents busy() {
        SomeEvents events = new SomeEvents().sample(0, 0).sample(10_000, 0.1);
        for (int i = 0; i < 1000; i++) {
            double at = 10 * i;
            String client = "10.0.0.9:" + (40_000 + i % 5);
            events.read(client, i % 5, at, at + 1, 100)
                    .wait(i % 5, at + 1, at + 21)
                    .write(client, i % 5, at + 25, 300);
        }
        return events;
    }

    private static ObservedWorkload of(SomeEvents events, WorkloadText given) {
        return ObservedWorkload.of(
                ObservedTraffic.of("the recording x.jfr", events.recorded(), Optional.empty(), Optional.empty()),
                given,
                COSTS);
    }

    private WorkloadText given(String yaml) throws IOException {
        return WorkloadText.read(Files.writeString(folder.resolve("given.yaml"), yaml));
    }

    private static Map<String, FactOrigin> origins(ObservedWorkload workload) {
        return workload.facts().stream().collect(Collectors.toMap(ObservedFact::name, ObservedFact::origin));
    }

    private static ObservedFact fact(ObservedWorkload workload, String name) {
        return workload.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_recording_fills_in_the_workload() {
        ObservedWorkload read = of(busy(), WorkloadText.NOTHING);
        DescribedWorkload workload = read.text().workload(2);
        assertThat(workload.connections()).isEqualTo(5);
        assertThat(workload.rate()).isCloseTo(100, within(1.0));
        assertThat(workload.bytes()).as("mean of request and answer").isEqualTo(200);
        assertThat(workload.waitSeconds()).isCloseTo(0.020, within(1e-6));
        assertThat(workload.waitVariation().value()).isZero();
        assertThat(workload.cores()).as("of the machine of the recording").isEqualTo(4);
        double transfer = COSTS.range(UnitCost.READ).value()
                + COSTS.range(UnitCost.WRITE).value()
                + 136 * COSTS.range(UnitCost.BYTE).value();
        assertThat(workload.cpuSeconds())
                .as("4 ms less the engine's part, in three digits")
                .isCloseTo(0.004 - transfer, within(3e-5));
        assertThat(origins(read))
                .containsEntry("connections", FactOrigin.READ)
                .containsEntry("rate", FactOrigin.READ)
                .containsEntry("wait", FactOrigin.READ)
                .containsEntry("threads", FactOrigin.READ)
                .containsEntry("connects", FactOrigin.ASSUMED);
    }

    @Test
    void what_is_given_overrides_what_was_read() throws IOException {
        ObservedWorkload read = of(busy(), given("connections: 5000\nrate: 70\n"));
        DescribedWorkload workload = read.text().workload(2);
        assertThat(workload.connections()).isEqualTo(5000);
        assertThat(workload.rate()).isEqualTo(70);
        assertThat(workload.cpuSeconds())
                .as("by the requests that were counted")
                .isCloseTo(0.004, within(1e-4));
        assertThat(origins(read)).containsEntry("connections", FactOrigin.GIVEN).containsEntry("size", FactOrigin.READ);
    }

    @Test
    void a_rate_that_is_given_gives_the_processor_time_of_a_request() throws IOException {
        SomeEvents events = new SomeEvents().sample(0, 0).sample(10_000, 0.1);
        ObservedWorkload read = of(events, given("connections: 50\nrate: 100\n"));
        assertThat(read.text().workload(2).cpuSeconds()).isCloseTo(0.004, within(1e-4));
        assertThat(fact(read, "size").origin()).isEqualTo(FactOrigin.ASSUMED);
        assertThat(fact(read, "wait").how())
                .isEqualTo("it has no socket events of clients. If you know better, give --wait");
    }

    @Test
    void what_is_needed_and_unknown_is_asked_for_in_one_line() throws IOException {
        SomeEvents throttled = busy();
        throttled.settings.add("jdk.SocketRead", "throttle", "100/s");
        assertThatThrownBy(() -> of(throttled, WorkloadText.NOTHING))
                .isInstanceOf(AdviseException.class)
                .hasMessage(
                        "the recording x.jfr does not tell the connections and the rate: it has at most 100/s of"
                                + " jdk.SocketRead (its throttle). Give --connections and --rate, or record with all socket events as docs/advise.md shows");
        assertThatThrownBy(() -> of(throttled, given("connections: 10\n")))
                .hasMessageStartingWith("the recording x.jfr does not tell the rate: ");
        Optional<ProcessSockets> quiet = Optional.of(new ProcessSockets(Set.of(CLIENT), Set.of(), true));
        ObservedProcess live = ObservedTraffic.of("process 42", new SomeEvents().recorded(), quiet, quiet);
        assertThatThrownBy(() -> ObservedWorkload.of(live, WorkloadText.NOTHING, COSTS))
                .hasMessageStartingWith(
                        "process 42 does not tell the rate: no request was seen on the open connections (1)")
                .hasMessageEndingWith(". Give --rate");
    }

    /** Read by one thread, answered by another one, and what happened between is not seen. */
    @Test
    void a_time_that_nothing_explains_is_said_and_not_taken_for_waiting() {
        SomeEvents events = new SomeEvents();
        for (int i = 0; i < 10; i++) {
            events.read(CLIENT, 1, 100 * i, 100 * i + 1, 64).write(CLIENT, 2, 100 * i + 31, 64);
        }
        ObservedWorkload read = of(events, WorkloadText.NOTHING);
        assertThat(read.text().blocked()).isEmpty();
        assertThat(fact(read, "wait").origin()).isEqualTo(FactOrigin.ASSUMED);
        assertThat(fact(read, "wait").how()).startsWith("30ms pass between a request and its answer");
    }

    @Test
    void no_wait_is_read_only_if_waits_were_recorded() {
        SomeEvents events = new SomeEvents().read(CLIENT, 1, 0, 1, 64).write(CLIENT, 1, 1.02, 64);
        assertThat(fact(of(events, WorkloadText.NOTHING), "wait"))
                .satisfies(fact -> assertThat(fact.origin()).isEqualTo(FactOrigin.READ))
                .satisfies(fact -> assertThat(fact.value()).isEqualTo("never"));
        events.settings.add("jdk.ThreadPark", "threshold", "20 ms");
        assertThat(fact(of(events, WorkloadText.NOTHING), "wait"))
                .satisfies(fact -> assertThat(fact.origin()).isEqualTo(FactOrigin.ASSUMED))
                .satisfies(fact -> assertThat(fact.how()).startsWith("waits below 20 ms are not recorded"));
    }

    /** A long recording of a quiet server. */
    @Test
    void a_low_rate_is_not_rounded_to_nothing() {
        SomeEvents events = new SomeEvents().sample(0, 0).sample(3_600_000, 0);
        events.read(CLIENT, 1, 10, 10, 64).write(CLIENT, 1, 11, 64);
        assertThat(of(events, WorkloadText.NOTHING).text().workload(2).rate()).isCloseTo(1 / 3600.0, within(1e-5));
        assertThat(List.copyOf(of(events, WorkloadText.NOTHING).facts())).isNotEmpty();
    }
}
