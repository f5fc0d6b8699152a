package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.studies.echoserver.EchoServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The table that the tour prints of a fork, here of a fork built by the test. */
final class TourTableTest {
    private static final Slice.Disturbance QUIET = new Slice.Disturbance(0, 0, 0);
    private static final Slice.Disturbance BUSY = new Slice.Disturbance(0.5, 0, 0);
    private static final Slice.GeneratorLag FIT = new Slice.GeneratorLag(true, List.of(), 1, 2, 0.5, 0);
    private static final Slice.GeneratorLag LATE = new Slice.GeneratorLag(false, List.of("late"), 1, 2, 0.5, 0);

    private final List<ForkEvent> entries = new ArrayList<>();
    private final Map<Evidence.Key, TimeHistograms> times = new HashMap<>();

    /** A second of 1,000 answers. */
    private void slice(
            int block,
            String arm,
            double cpuMicros,
            long responseMicros,
            Map<String, Long> errors,
            Slice.Disturbance disturbance,
            Slice.GeneratorLag generator) {
        entries.add(new ForkEvent.Measured(new Slice(
                1,
                1,
                block,
                1,
                arm,
                7,
                Instant.EPOCH,
                new Slice.Requests(1, 1_000, 1_000, 1_000, 0, 0, 0, 0, 100, 3, errors),
                new Slice.ResourceUse(1_000 * cpuMicros, 0, 2_000.0, null, null, null, null, 14, 50 << 20),
                disturbance,
                generator)));
        Histogram response = TimeHistograms.empty();
        response.recordValueWithCount(responseMicros * 1_000, 1_000);
        times.put(new Evidence.Key(block, arm), new TimeHistograms(Map.of(TimeHistograms.Kind.RESPONSE, response)));
    }

    private List<String> printed() {
        ChildSetup setup = ChildSetup.detect(1);
        Experiment experiment = Tour.plans(EchoServer.study(), MachineProbe.detect(setup), setup)
                .getFirst()
                .experiment();
        Screen screen = Screen.pipe();
        new TourTable(screen.console())
                .print(new Evidence(experiment, List.of(new Evidence.Fork(1, entries, times)), List.of()));
        return screen.out().lines().toList();
    }

    private static List<String> cells(List<String> lines, String arm) {
        return lines.stream()
                .filter(line -> line.startsWith(arm + " "))
                .map(line -> List.of(line.split(" {2,}", -1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void an_arms_slices_are_one_row_and_the_cheapest_is_the_first() {
        slice(1, "selector", 20, 40, Map.of(), QUIET, FIT);
        slice(2, "selector", 40, 90, Map.of("timeout", 2L), QUIET, FIT);
        slice(1, "ref-selector", 20, 50, Map.of(), QUIET, FIT);
        List<String> lines = printed();
        // Percentiles of all requests together, not means of percentiles; errors are summed.
        assertThat(cells(lines, "selector").subList(0, 5)).satisfies(cells -> {
            assertThat(cells.get(1)).isEqualTo("1,000");
            assertThat(cells.get(2)).startsWith("40.");
            assertThat(cells.get(3)).startsWith("90.");
            assertThat(cells.get(4)).isEqualTo("30.0");
        });
        assertThat(cells(lines, "selector").subList(5, 10)).containsExactly("2.00", "14", "50", "3", "2 timeout");
        assertThat(lines.stream().filter(line -> line.matches("(ref-)?selector .*")))
                .extracting(line -> line.split(" ", 2)[0])
                .containsExactly("ref-selector", "selector");
        assertThat(lines)
                .contains(
                        "Cost of the abstraction (CPU per request, relative to the same server written by hand): selector 1.50");
    }

    @Test
    void an_arm_without_figures_is_named_with_its_reason() {
        slice(1, "selector", 20, 40, Map.of(), QUIET, FIT);
        entries.add(new ForkEvent.Failed(1, 1, "threads", "threads was not ready within 30 s", List.of()));
        List<String> lines = printed();
        assertThat(lines)
                .contains("threads: threads was not ready within 30 s", "virtual: no request was answered")
                .noneMatch(line -> line.startsWith("selector: "));
    }

    @Test
    void what_makes_a_row_worth_less_is_said_below() {
        slice(1, "selector", 20, 40, Map.of(), BUSY, FIT);
        slice(1, "threads", 30, 40, Map.of(), QUIET, LATE);
        slice(1, "ref-selector", 10, 40, Map.of(), QUIET, FIT);
        assertThat(printed())
                .contains(
                        "Other programs were busy at the same time: selector",
                        "The load generator was late or too busy, so rates and times are only bounds: threads",
                        "Cost of the abstraction (CPU per request, relative to the same server written by hand): selector 2.00 (unreliable: other programs were busy)");
    }
}
