package dev.gearbox.evidence.history;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.FigureText;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.stats.ChangePoints;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A metric over commits: one row of a CSV file for each result, arm and metric, and the points at which the level changed permanently. Only valid results
 * are added, each only once.
 *
 * <p>Rows of different machines are different series: host drift must not look like a change of the program.
 *
 * @param rows in the order in which they were added
 */
public record History(List<Row> rows) {
    /** p of a change must be below this. */
    public static final double MAX_P = 0.001;

    /** The smallest change that is reported, as a logarithm: about 3 %. */
    public static final double MIN_MAGNITUDE = 0.03;

    /** The fewest rows between two changes. */
    public static final int MIN_DISTANCE = 3;

    /** Copies the list. */
    public History {
        rows = List.copyOf(rows);
    }

    /**
     * One result.
     *
     * @param result the name of the experiment, such as its folder
     * @param commit of Gearbox
     * @param date a label, as given by the user
     * @param machine a short description of the machine
     * @param study the name of the study
     * @param cell workload and parameters
     * @param arm the label
     * @param metric its key
     * @param value in the metric's unit
     * @param low lower end of its interval
     * @param high upper end
     * @param forks the number of forks it is based on
     */
    public record Row(
            String result,
            String commit,
            String date,
            String machine,
            String study,
            String cell,
            String arm,
            Metric metric,
            double value,
            double low,
            double high,
            int forks) {
        /** The unique key of a row. */
        List<String> identity() {
            return List.of(result, arm, metric.key());
        }

        private String series() {
            return study + ": " + cell + ", " + arm + ", " + metric.caption() + " (" + machine + ")";
        }
    }

    /**
     * A change of level in a series.
     *
     * @param series what changed: study, workload and parameters, arm, metric, machine
     * @param metric which
     * @param first the first result at the new level
     * @param last the last result at the old level
     * @param before mean level before, in the metric's unit
     * @param after mean level after
     * @param p of the test between the two
     */
    public record Change(String series, Metric metric, Row first, Row last, double before, double after, double p) {
        /** "ping, connections 100, selector, CPU per request: 10.2 -> 11.0 µs (+7.8 %) between abc and def (p 0.0001)". */
        @Override
        public String toString() {
            return series + ": " + FigureText.number(before) + " -> " + FigureText.number(after)
                    + (metric.unit().isEmpty() ? "" : " " + metric.unit())
                    + String.format(
                            java.util.Locale.ROOT,
                            " (%+.1f %%, %s) between %s (%s) and %s (%s), p %.2g",
                            100 * (after / before - 1),
                            (after > before) == metric.moreIsBetter() ? metric.better() : metric.worse(),
                            last.commit(),
                            last.date(),
                            first.commit(),
                            first.date(),
                            p);
        }
    }

    /**
     * Reads the file; a missing file is an empty history.
     *
     * @throws EvidenceException with the row: a wrong header, a wrong number of cells, an invalid number, an unknown metric, a duplicate row
     */
    public static History read(Path file) {
        return new History(HistoryFile.read(file));
    }

    /**
     * Appends the missing rows of a result to the file, and returns the history with them. Idempotent.
     *
     * @param result the name of the experiment, such as its folder
     * @param date a label; nothing is computed from it
     * @throws EvidenceException if the result is invalid, or the file cannot be read or written
     */
    public static History append(Path file, String result, String date, Findings findings) {
        String invalid = findings.quality().invalid();
        if (invalid != null) {
            throw new EvidenceException(result + " does not go into the history, it is invalid: " + invalid);
        }
        History history = read(file);
        Set<List<String>> there = new HashSet<>();
        history.rows.forEach(row -> there.add(row.identity()));
        List<Row> added = rows(result, date, findings).stream()
                .filter(row -> there.add(row.identity()))
                .toList();
        if (!added.isEmpty()) {
            HistoryFile.append(file, added);
        }
        List<Row> rows = new ArrayList<>(history.rows);
        rows.addAll(added);
        return new History(rows);
    }

    /** Returns the permanent changes of level, in the order of the series' first rows. Series with zeros are left out. */
    public List<Change> changes() {
        Map<String, List<Row>> series = new LinkedHashMap<>();
        rows.forEach(row ->
                series.computeIfAbsent(row.series(), _ -> new ArrayList<>()).add(row));
        List<Change> changes = new ArrayList<>();
        series.forEach((name, ofSeries) -> {
            if (ofSeries.size() >= 2 * MIN_DISTANCE && ofSeries.stream().allMatch(row -> row.value() > 0)) {
                double[] logs = ofSeries.stream()
                        .mapToDouble(row -> Math.log(row.value()))
                        .toArray();
                for (ChangePoints.ChangePoint point : ChangePoints.of(logs, MAX_P, MIN_MAGNITUDE, MIN_DISTANCE)) {
                    changes.add(new Change(
                            name,
                            ofSeries.getFirst().metric(),
                            ofSeries.get(point.index()),
                            ofSeries.get(point.index() - 1),
                            Math.exp(point.before()),
                            Math.exp(point.after()),
                            point.p()));
                }
            }
        });
        return changes;
    }

    /** Returns a line for each change, or a line that says that there is none. */
    public String render() {
        List<Change> changes = changes();
        StringBuilder text = new StringBuilder();
        changes.forEach(change -> text.append(change).append('\n'));
        long results = rows.stream().map(Row::result).distinct().count();
        return changes.isEmpty()
                ? "no lasting change of level in " + results + (results == 1 ? " result\n" : " results\n")
                : text.toString();
    }

    private static List<Row> rows(String result, String date, Findings findings) {
        Experiment experiment = findings.experiment();
        List<Row> rows = new ArrayList<>();
        findings.rankings().forEach((metric, ranking) -> {
            for (Arm arm : experiment.contenders()) {
                ranking.of(arm.label())
                        .filter(standing -> standing.verdict() != Verdict.INVALID)
                        .ifPresent(standing -> rows.add(new Row(
                                result,
                                experiment.machine().commit(),
                                date,
                                experiment.machine().caption(),
                                experiment.study(),
                                experiment.title(),
                                arm.label(),
                                metric,
                                standing.value().value(),
                                standing.value().low(),
                                standing.value().high(),
                                standing.value().forks())));
            }
        });
        return rows;
    }
}
