package dev.gearbox.report.document;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tables of closed loops and jobs with many arms, over the cells of a workload: an arm in each row, a value of an axis in each column. In a closed loop a
 * slow arm receives fewer requests, so answers per second and p99 belong together; a job has a time and a cost. Open loops are shown as curves
 * ({@link Sweeps}), and two arms alone on a map ({@link HeatMaps}).
 */
public final class AxisTables {
    private static final Map<String, List<Metric>> METRICS =
            Map.of("closed", List.of(Metric.RATE, Metric.P99), Experiment.JOB, List.of(Metric.ELAPSED, Metric.CPU));
    private static final int LEAST_ARMS = 3;

    private AxisTables() {}

    /** The cells that are compared. */
    private record Contest(String study, String workload, String protocol, String loop, String placement) {}

    /** Returns the tables of these cells, in the order of their first cells. */
    public static List<Document.AxisTable> of(List<Sweeps.Member> members) {
        Map<Contest, List<Findings>> contests = new LinkedHashMap<>();
        for (Sweeps.Member member : members) {
            Experiment experiment = member.findings().experiment();
            if (METRICS.containsKey(experiment.loop()) && arms(experiment).count() >= LEAST_ARMS) {
                contests.computeIfAbsent(
                                new Contest(
                                        experiment.study(),
                                        experiment.workload(),
                                        experiment.protocol(),
                                        experiment.loop(),
                                        experiment.where()),
                                _ -> new ArrayList<>())
                        .add(member.findings());
            }
        }
        List<Document.AxisTable> tables = new ArrayList<>();
        contests.forEach((contest, cells) -> {
            Map<String, List<String>> varied = HeatMaps.varied(
                    cells.stream().map(cell -> cell.experiment().parameters()).toList());
            List<Metric> metrics = Objects.requireNonNull(METRICS.get(contest.loop()));
            HeatMaps.longest(varied).ifPresent(axis -> along(axis, varied, cells, metrics, tables));
        });
        return List.copyOf(tables);
    }

    /** Adds the tables along an axis: some for each combination of values on the other axes. */
    private static void along(
            String axis,
            Map<String, List<String>> varied,
            List<Findings> cells,
            List<Metric> metrics,
            List<Document.AxisTable> tables) {
        Map<Map<String, String>, List<Findings>> groups = new LinkedHashMap<>();
        for (Findings cell : cells) {
            Map<String, String> others = new LinkedHashMap<>(cell.experiment().parameters());
            others.remove(axis);
            groups.computeIfAbsent(others, _ -> new ArrayList<>()).add(cell);
        }
        groups.forEach((others, group) -> {
            List<String> values = HeatMaps.values(varied, axis).stream()
                    .filter(value -> group.stream().anyMatch(cell -> isAt(cell, axis, value)))
                    .toList();
            if (values.size() > 1) {
                metrics.forEach(metric -> {
                    Document.AxisTable table = table(
                            "table-" + (tables.size() + 1), metric, others, new Document.Axis(axis, values), group);
                    if (!table.rows().isEmpty()) {
                        tables.add(table);
                    }
                });
            }
        });
    }

    private static Document.AxisTable table(
            String id, Metric metric, Map<String, String> others, Document.Axis axis, List<Findings> group) {
        Set<String> arms = new LinkedHashSet<>();
        group.forEach(cell -> arms(cell.experiment()).forEach(arms::add));
        List<Document.AxisRow> rows = new ArrayList<>();
        for (String arm : arms) {
            List<Document.@Nullable Quantity> figures = new ArrayList<>();
            for (String value : axis.values()) {
                figures.add(figure(metric, arm, axis.name(), value, group).orElse(null));
            }
            if (figures.stream().anyMatch(Objects::nonNull)) {
                rows.add(new Document.AxisRow(arm, figures));
            }
        }
        Experiment first = group.getFirst().experiment();
        return new Document.AxisTable(
                id,
                first.workload()
                        + (others.isEmpty() ? "" : ", " + Phrases.options(others))
                        + first.where() + ": " + metric.caption() + (metric == Metric.RATE ? "" : ", " + metric.unit()),
                first.summary(),
                metric.key(),
                axis,
                rows);
    }

    private static Optional<Document.Quantity> figure(
            Metric metric, String arm, String axis, String value, List<Findings> group) {
        return group.stream()
                .filter(cell -> isAt(cell, axis, value))
                .flatMap(cell -> cell.by(metric).flatMap(ranking -> ranking.of(arm)).stream())
                .map(RankedArm::value)
                .filter(figure -> Double.isFinite(figure.value()))
                .findFirst()
                .map(Document.Quantity::of);
    }

    private static boolean isAt(Findings cell, String axis, String value) {
        return value.equals(cell.experiment().parameters().get(axis));
    }

    private static Stream<String> arms(Experiment experiment) {
        return experiment.arms().stream()
                .map(Arm::label)
                .filter(label -> experiment.sentinel().filter(label::equals).isEmpty());
    }
}
