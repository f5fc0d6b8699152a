package dev.gearbox.report.document;

import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps of where one arm needs less processor time than another: a map for each two that were compared alone, over the cells of a workload, if these
 * differ along two axes at least. Each cell is an experiment of its own with a verdict of its own.
 */
public final class HeatMaps {
    private static final Metric METRIC = Metric.CPU;

    /** The ratios that may have the full colour; a map uses the first one that no cell exceeds. */
    private static final double[] LIMITS = {1.25, 1.5, 2, 3, 5};

    private HeatMaps() {}

    /** Returns the maps of these cells, in the order of their first cells. */
    public static List<Document.Heat> of(List<Sweeps.Member> members) {
        Map<Contest, List<Sweeps.Member>> contests = new LinkedHashMap<>();
        for (Sweeps.Member member : members) {
            Contest.of(member.findings())
                    .ifPresent(contest -> contests.computeIfAbsent(contest, _ -> new ArrayList<>())
                            .add(member));
        }
        List<Document.Heat> maps = new ArrayList<>();
        contests.forEach((contest, cells) -> {
            Map<String, List<String>> varied =
                    varied(cells.stream().map(HeatMaps::parameters).toList());
            if (varied.size() > 1) {
                maps.add(map(contest, cells, varied, limit(contest, contests), maps.size() + 1));
            }
        });
        return List.copyOf(maps);
    }

    /** Two arms that were compared alone. */
    private record Contest(
            String study,
            String workload,
            String protocol,
            String loop,
            String placement,
            String arm,
            String baseline) {
        static Optional<Contest> of(Findings findings) {
            Experiment experiment = findings.experiment();
            List<String> others = experiment.arms().stream()
                    .map(arm -> arm.label())
                    .filter(label -> !label.equals(experiment.baseline())
                            && experiment.sentinel().filter(label::equals).isEmpty())
                    .toList();
            return others.size() == 1
                    ? Optional.of(new Contest(
                            experiment.study(),
                            experiment.workload(),
                            experiment.protocol(),
                            experiment.loop(),
                            experiment.where(),
                            others.getFirst(),
                            experiment.baseline()))
                    : Optional.empty();
        }

        boolean besides(Contest other) {
            return study.equals(other.study) && workload.equals(other.workload);
        }
    }

    private static Document.Heat map(
            Contest contest, List<Sweeps.Member> cells, Map<String, List<String>> varied, double limit, int number) {
        String across = longest(varied).orElseThrow();
        Map<String, String> fixed = new LinkedHashMap<>(parameters(cells.getFirst()));
        fixed.keySet().removeAll(varied.keySet());
        Map<Map<String, String>, Sweeps.Member> byPlace = cells.stream()
                .collect(Collectors.toMap(
                        HeatMaps::parameters,
                        cell -> cell,
                        BinaryOperator.maxBy(Comparator.comparingInt(
                                cell -> cell.findings().quality().kept()))));
        List<Document.HeatRow> rows = new ArrayList<>();
        for (Map<String, String> down : product(varied, across)) {
            List<Document.@Nullable Patch> patches = new ArrayList<>();
            for (String value : values(varied, across)) {
                Map<String, String> place = new LinkedHashMap<>(fixed);
                place.putAll(down);
                place.put(across, value);
                Sweeps.Member cell = byPlace.get(place);
                patches.add(cell == null ? null : patch(contest, cell));
            }
            if (patches.stream().anyMatch(patch -> patch != null)) {
                rows.add(new Document.HeatRow(down, patches));
            }
        }
        return new Document.Heat(
                "map-" + number,
                contest.workload()
                        + (fixed.isEmpty() ? "" : ", " + Phrases.options(fixed))
                        + contest.placement() + ": " + METRIC.caption() + ", " + contest.arm() + " against "
                        + contest.baseline(),
                contest.arm(),
                contest.baseline(),
                METRIC.key(),
                answer(contest, rows),
                limit,
                new Document.Axis(across, values(varied, across)),
                rows);
    }

    private static Document.Patch patch(Contest contest, Sweeps.Member cell) {
        Findings findings = cell.findings();
        Optional<RankedArm> standing = standing(findings, METRIC, contest.arm());
        return new Document.Patch(
                cell.id(),
                Document.Quantity.ofRatio(standing.map(RankedArm::ratio).orElse(UNKNOWN)),
                value(findings, METRIC, contest.arm()),
                value(findings, METRIC, contest.baseline()),
                value(findings, Metric.RATE, contest.baseline()),
                standing.map(RankedArm::verdict).orElse(Verdict.INVALID).name().toLowerCase(Locale.ROOT),
                standing.map(found -> found.verdict()
                                .words(METRIC, findings.experiment().design().margin()))
                        .orElse("no figures"));
    }

    private static final Figure UNKNOWN = new Figure(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);

    private static Document.Quantity value(Findings findings, Metric metric, String arm) {
        return Document.Quantity.of(
                standing(findings, metric, arm).map(RankedArm::value).orElse(UNKNOWN));
    }

    private static Optional<RankedArm> standing(Findings findings, Metric metric, String arm) {
        return findings.by(metric).flatMap(ranking -> ranking.of(arm));
    }

    /** "uring: cheaper in 3 of 36 cells, dearer in 20, inconclusive in 13." */
    private static String answer(Contest contest, List<Document.HeatRow> rows) {
        List<Document.Patch> patches =
                rows.stream().flatMap(Document.HeatRow::known).toList();
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Verdict verdict : Verdict.values()) {
            patches.stream()
                    .filter(patch -> patch.verdict().equals(verdict.name().toLowerCase(Locale.ROOT)))
                    .forEach(patch -> counts.merge(patch.words(), 1L, Long::sum));
        }
        List<String> parts = new ArrayList<>();
        counts.forEach((words, count) -> parts.add(
                words + " in " + count + (parts.isEmpty() ? " of " + Numbers.count(patches.size(), "cell") : "")));
        return contest.arm() + ": " + String.join(", ", parts) + ".";
    }

    /** The same limit for all maps of a workload, so that they can be compared. */
    private static double limit(Contest contest, Map<Contest, List<Sweeps.Member>> contests) {
        double most = contests.entrySet().stream()
                .filter(entry -> entry.getKey().besides(contest))
                .flatMap(entry -> entry.getValue().stream()
                        .flatMap(cell ->
                                standing(cell.findings(), METRIC, entry.getKey().arm()).stream()))
                .mapToDouble(standing -> Math.abs(Math.log(standing.ratio().value())))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        for (double limit : LIMITS) {
            if (most <= Math.log(limit)) {
                return limit;
            }
        }
        return LIMITS[LIMITS.length - 1];
    }

    /** Returns the axis with the most values, the first of several; empty if there is none. */
    static Optional<String> longest(Map<String, List<String>> varied) {
        return varied.keySet().stream()
                .reduce((one, other) ->
                        values(varied, other).size() > values(varied, one).size() ? other : one);
    }

    /** Returns the axes along which cells with these parameters differ, with their values in order. */
    static Map<String, List<String>> varied(List<Map<String, String>> cells) {
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        cells.forEach(cell -> cell.forEach((axis, value) ->
                seen.computeIfAbsent(axis, _ -> new LinkedHashSet<>()).add(value)));
        Map<String, List<String>> varied = new LinkedHashMap<>();
        seen.forEach((axis, values) -> {
            if (values.size() > 1) {
                boolean numbers = values.stream().allMatch(value -> value.matches("\\d+(\\.\\d+)?"));
                varied.put(
                        axis,
                        numbers
                                ? values.stream()
                                        .sorted(Comparator.comparingDouble(Double::parseDouble))
                                        .toList()
                                : List.copyOf(values));
            }
        });
        return varied;
    }

    /** Returns every combination on the other axes; the last changes fastest. */
    private static List<Map<String, String>> product(Map<String, List<String>> varied, String except) {
        List<Map<String, String>> product = List.of(Map.of());
        for (String axis : varied.keySet()) {
            if (!axis.equals(except)) {
                product = product.stream()
                        .flatMap(shorter -> values(varied, axis).stream().map(value -> {
                            Map<String, String> longer = new LinkedHashMap<>(shorter);
                            longer.put(axis, value);
                            return longer;
                        }))
                        .toList();
            }
        }
        return product;
    }

    static List<String> values(Map<String, List<String>> varied, String axis) {
        return varied.getOrDefault(axis, List.of());
    }

    private static Map<String, String> parameters(Sweeps.Member cell) {
        return cell.findings().experiment().shown();
    }

    /** Returns the ids of all cells that are on a map. */
    public static Set<String> mapped(List<Document.Heat> maps) {
        return maps.stream()
                .flatMap(map -> map.rows().stream())
                .flatMap(Document.HeatRow::known)
                .map(Document.Patch::cell)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the sign before a verdict where there is no colour. */
    public static String mark(Document.Patch patch) {
        return switch (patch.verdict()) {
            case "better" -> "-";
            case "worse" -> "+";
            case "equivalent" -> "=";
            case "inconclusive" -> "?";
            default -> "!";
        };
    }

    /** Returns how to read a map, in sentences. */
    public static Stream<String> legend(Document.Heat map) {
        return Stream.of(
                "In each cell: " + METRIC.caption() + " of the server with " + map.arm() + ", divided by that with "
                        + map.baseline() + " under the same arrivals, and its interval. Below 1 " + map.arm() + " is "
                        + METRIC.better() + ", above 1 " + METRIC.worse() + ".",
                "Each cell is an experiment of its own: of twenty cells without a difference, one is expected to show one by chance.");
    }
}
