package dev.gearbox.report.document;

import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Processor time for each request, or of jobs the time for each unit, against what was asked: one picture for each set of cells that differ in one
 * numeric parameter or size only, and one for each other cell whose highest sustainable rate is known.
 */
public final class Sweeps {
    private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?)(|B|KiB|MiB|GiB)");
    private static final Map<String, Double> UNITS =
            Map.of("KiB", 1024.0, "MiB", 1024.0 * 1024, "GiB", 1024.0 * 1024 * 1024);

    private static final String CPU = "CPU per request";
    private static final String TIME = "time per unit";
    private static final String MEDIAN = "median response";

    /** The axis of an open loop over which latency says how close a server is to its capacity. */
    private static final String RATE = "rate";

    private Sweeps() {}

    /** The findings of a cell with its id, in order. */
    public record Member(String id, Findings findings) {}

    static List<Document.Sweep> of(List<Member> members) {
        Map<Family, List<Member>> families = new LinkedHashMap<>();
        for (Member member : members) {
            for (String axis : member.findings().experiment().parameters().keySet()) {
                if (number(member, axis).isPresent()) {
                    families.computeIfAbsent(
                                    Family.of(member.findings().experiment(), axis), family -> new ArrayList<>())
                            .add(member);
                }
            }
        }
        List<Document.Sweep> sweeps = new ArrayList<>();
        families.forEach((family, cells) -> {
            if (cells.stream()
                            .map(cell -> number(cell, family.axis()).orElseThrow())
                            .distinct()
                            .count()
                    > 1) {
                boolean jobs = family.loop().equals(Experiment.JOB);
                sweeps.add(along(family, cells, sweeps.size() + 1, jobs ? TIME : CPU));
                if (family.axis().equals(RATE) && family.loop().equals(Experiment.OPEN)) {
                    sweeps.add(along(family, cells, sweeps.size() + 1, MEDIAN));
                }
            }
        });
        for (Member member : members) {
            if (member.findings().by(Metric.CAPACITY).isPresent()) {
                Document.Sweep sweep = upToCapacity(member, sweeps.size() + 1);
                if (!sweep.arms().isEmpty()) {
                    sweeps.add(sweep);
                }
            }
        }
        return List.copyOf(sweeps);
    }

    private static Document.Sweep along(Family family, List<Member> cells, int number, String measure) {
        Map<String, Map<Double, Document.Point>> byArm = new LinkedHashMap<>();
        for (Member cell : cells) {
            double x = number(cell, family.axis()).orElseThrow();
            for (String arm : labels(cell)) {
                measured(cell, arm, measure)
                        .ifPresent(cpu -> byArm.computeIfAbsent(arm, label -> new TreeMap<>())
                                .put(x, new Document.Point(cell.id(), x, rate(cell, arm), cpu)));
            }
        }
        List<Document.Line> lines = byArm.entrySet().stream()
                .map(arm -> new Document.Line(
                        arm.getKey(), List.copyOf(arm.getValue().values()), null))
                .toList();
        String fixed = Phrases.options(family.fixed());
        return new Document.Sweep(
                "sweep-" + number,
                family.workload() + (family.fixed().isEmpty() ? "" : ", " + fixed) + family.placement() + ": " + measure
                        + " against " + family.axis(),
                family.axis(),
                measure,
                lines);
    }

    private static Optional<Document.Quantity> measured(Member cell, String arm, String measure) {
        return switch (measure) {
            case TIME -> each(cell, arm);
            case MEDIAN -> figure(cell, arm, Metric.P50);
            default -> figure(cell, arm, Metric.CPU);
        };
    }

    private static Document.Sweep upToCapacity(Member cell, int number) {
        List<Document.Line> lines = new ArrayList<>();
        for (String arm : labels(cell)) {
            Document.Quantity rate = rate(cell, arm);
            Double x = rate == null ? null : rate.value();
            Optional<Document.Quantity> cpu = figure(cell, arm, Metric.CPU);
            if (x != null && cpu.isPresent()) {
                lines.add(new Document.Line(
                        arm,
                        List.of(new Document.Point(cell.id(), x, rate, cpu.get())),
                        figure(cell, arm, Metric.CAPACITY).orElse(null)));
            }
        }
        return new Document.Sweep(
                "sweep-" + number,
                cell.findings().experiment().title() + ": " + CPU + ", and the highest sustainable rate",
                "answers per second",
                CPU,
                List.copyOf(lines));
    }

    private static Set<String> labels(Member cell) {
        Set<String> labels = new LinkedHashSet<>();
        cell.findings().experiment().arms().forEach(arm -> labels.add(arm.label()));
        return labels;
    }

    private static Document.@Nullable Quantity rate(Member cell, String arm) {
        return figure(cell, arm, Metric.RATE).orElse(null);
    }

    /** The time for each unit of a job, in µs. */
    private static Optional<Document.Quantity> each(Member cell, String arm) {
        return cell.findings()
                .by(Metric.RATE)
                .flatMap(ranking -> ranking.of(arm))
                .map(RankedArm::value)
                .filter(rate -> Double.isFinite(rate.value()) && rate.value() > 0)
                .map(rate -> new Figure(1e6 / rate.value(), 1e6 / rate.high(), 1e6 / rate.low(), rate.forks()))
                .map(Document.Quantity::of);
    }

    private static Optional<Document.Quantity> figure(Member cell, String arm, Metric metric) {
        return cell.findings()
                .by(metric)
                .flatMap(ranking -> ranking.of(arm))
                .map(RankedArm::value)
                .filter(value -> Double.isFinite(value.value()))
                .map(Document.Quantity::of);
    }

    private static OptionalDouble number(Member member, String axis) {
        String text = member.findings().experiment().parameters().getOrDefault(axis, "");
        Matcher number = NUMBER.matcher(text);
        return number.matches()
                ? OptionalDouble.of(Double.parseDouble(number.group(1)) * UNITS.getOrDefault(number.group(2), 1.0))
                : OptionalDouble.empty();
    }

    /** The common part of cells that differ along one axis only. */
    private record Family(
            String axis,
            String study,
            String workload,
            String protocol,
            String loop,
            String placement,
            Map<String, String> server,
            Map<String, String> fixed) {
        static Family of(Experiment experiment, String axis) {
            Map<String, String> fixed = new LinkedHashMap<>(experiment.shown());
            fixed.remove(axis);
            return new Family(
                    axis,
                    experiment.study(),
                    experiment.workload(),
                    experiment.protocol(),
                    experiment.loop(),
                    experiment.where(),
                    experiment.server(),
                    fixed);
        }
    }
}
