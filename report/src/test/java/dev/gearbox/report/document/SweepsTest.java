package dev.gearbox.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.report.SampleQuality;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** Over rates of an open loop a report draws both what a request costs and how long it takes. */
class SweepsTest {
    private static Sweeps.Member member(String axis, String value, String loop) {
        Experiment experiment = new Experiment(
                Experiment.FORMAT,
                "study",
                "open",
                "",
                Map.of(axis, value),
                "echo",
                Map.of(),
                loop,
                JsonNodeFactory.instance.objectNode(),
                List.of(new Arm("a", List.of())),
                "a",
                new Design("quick", 5, 12, 0.1, 0.9, 8, 0.10, 0.95, List.of(5), false),
                new Machine(2, "", 0, "", "", "", "", 0, "", "", "", List.of(), List.of()),
                1);
        Quality quality = SampleQuality.of(5, 60).quality();
        Map<Metric, Ranking> rankings = Stream.of(Metric.CPU, Metric.P50)
                .collect(Collectors.toMap(metric -> metric, metric -> {
                    Figure figure = new Figure(metric == Metric.CPU ? 10 : Double.parseDouble(value) * 100, 1, 2, 5);
                    return new Ranking(
                            metric,
                            List.of(new Ranking.RankedArm("a", figure, figure, 1, 1, Verdict.BASELINE, "a")),
                            0.1);
                }));
        return new Sweeps.Member(axis + value, new Findings(experiment, quality, rankings, Map.of()));
    }

    @Test
    void latency_is_drawn_against_the_rate() {
        List<Document.Sweep> sweeps =
                Sweeps.of(List.of(member("rate", "5", Experiment.OPEN), member("rate", "50", Experiment.OPEN)));
        assertThat(sweeps)
                .extracting(Document.Sweep::title)
                .containsExactly("open: CPU per request against rate", "open: median response against rate");
        assertThat(sweeps.getLast().arms().getFirst().points())
                .extracting(point -> point.x() + ": " + point.cpu().value())
                .containsExactly("5.0: 500.0", "50.0: 5000.0");
    }

    private static Sweeps.Member read(String size, String place, String fileSystem) {
        Experiment rates = member("rate", size, Experiment.OPEN).findings().experiment();
        Experiment read = new Experiment(
                        rates.format(),
                        rates.study(),
                        "read",
                        "",
                        new TreeMap<>(Map.of("place", place, "size", size)),
                        Experiment.NO_ORIGIN,
                        Map.of(),
                        Experiment.JOB,
                        rates.load(),
                        rates.arms(),
                        rates.baseline(),
                        rates.design(),
                        rates.machine(),
                        1)
                .meaning(Map.of("place", fileSystem));
        Findings findings = member("rate", size, Experiment.OPEN).findings();
        return new Sweeps.Member(place + size, new Findings(read, findings.quality(), findings.rankings(), Map.of()));
    }

    @Test
    void a_title_says_what_a_value_means_on_the_machine() {
        assertThat(Sweeps.of(List.of(
                        read("5", "/mnt/data", "xfs"),
                        read("50", "/mnt/data", "xfs"),
                        read("5", "tmpfs", "tmpfs"),
                        read("50", "tmpfs", "tmpfs"))))
                .extracting(Document.Sweep::title)
                .containsExactly(
                        "read, place /mnt/data (xfs): time per unit against size",
                        "read, place tmpfs: time per unit against size");
    }

    @Test
    void other_axes_and_closed_loops_have_costs_only() {
        assertThat(Sweeps.of(List.of(member("bytes", "5", Experiment.OPEN), member("bytes", "50", Experiment.OPEN))))
                .hasSize(1);
        assertThat(Sweeps.of(List.of(member("rate", "5", "closed"), member("rate", "50", "closed"))))
                .hasSize(1);
    }
}
