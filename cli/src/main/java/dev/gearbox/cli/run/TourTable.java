package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.Paragraph;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** The measured figures of one fork, without verdicts: a row for each arm, followed by notes on the rows. */
final class TourTable {
    private static final List<TextColumn> COLUMNS = List.of(
            TextColumn.text("engine", 0),
            TextColumn.decimal("requests/s", 0),
            TextColumn.decimal("p50 µs", 3),
            TextColumn.decimal("p99 µs", 0),
            TextColumn.decimal("CPU µs/req", 0),
            TextColumn.decimal("switches/req", 6),
            TextColumn.decimal("threads", 5),
            TextColumn.decimal("MiB", 4),
            TextColumn.decimal("waiting", 2),
            TextColumn.text("errors", 0));

    private final Console console;

    TourTable(Console console) {
        this.console = console;
    }

    /**
     * All slices of an arm.
     *
     * @param arm label of the arm
     * @param slices of its blocks
     * @param response times of all requests in them
     */
    private record Row(String arm, List<Slice> slices, Histogram response) {
        static Row of(Evidence evidence, String arm) {
            List<Slice> slices = new ArrayList<>();
            List<TimeHistograms> times = new ArrayList<>();
            for (Evidence.Fork fork : evidence.forks()) {
                for (Slice slice : fork.slices()) {
                    if (slice.arm().equals(arm) && slice.block() > 0) {
                        slices.add(slice);
                        times.add(fork.times(slice));
                    }
                }
            }
            return new Row(arm, slices, TimeHistograms.merged(times, TimeHistograms.Kind.RESPONSE));
        }

        double requests() {
            return mean(slice -> slice.traffic().answeredPerSecond());
        }

        double cpuMicros() {
            return mean(slice -> slice.cost().cpuMicros()) / requests();
        }

        double switches() {
            return mean(slice -> Optional.ofNullable(slice.cost().switches()).orElse(Double.NaN)) / requests();
        }

        double micros(double percentile) {
            return response.getTotalCount() == 0 ? Double.NaN : response.getValueAtPercentile(percentile) / 1e3;
        }

        Map<String, Long> errors() {
            Map<String, Long> errors = new TreeMap<>();
            slices.forEach(
                    slice -> slice.traffic().errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum)));
            return errors;
        }

        private double mean(ToDoubleFunction<Slice> figure) {
            return slices.stream().mapToDouble(figure).average().orElse(Double.NaN);
        }

        boolean disturbed() {
            return slices.stream().anyMatch(slice -> slice.disturbance().exceeds());
        }

        boolean late() {
            return slices.stream().anyMatch(slice -> !slice.generator().fit());
        }
    }

    /** Prints the table, the cheapest arm first. */
    void print(Evidence evidence) {
        Experiment experiment = evidence.experiment();
        List<Row> rows = experiment.arms().stream()
                .map(arm -> Row.of(evidence, arm.label()))
                .filter(row -> row.requests() > 0)
                .sorted(Comparator.comparingDouble(Row::cpuMicros))
                .toList();
        console.out().println();
        console.out().println(console.bold(experiment.title()));
        console.out().println(Paragraph.wrap(experiment.summary(), 0, console.outColumns()));
        Table table = new Table(COLUMNS);
        rows.forEach(row -> table.row(cells(row)));
        table.print(console);
        console.out().println("Lower is better, except for requests/s. Sorted by CPU per request.");
        missing(evidence, rows);
        say(rows, Row::late, "The load generator was late or too busy, so rates and times are only bounds: ");
        say(rows, Row::disturbed, "Other programs were busy at the same time: ");
        taxes(rows).ifPresent(console.out()::println);
    }

    private static List<String> cells(Row row) {
        Slice last = row.slices.getLast();
        return List.of(
                row.arm,
                NumberText.whole(row.requests()),
                NumberText.measured(row.micros(50)),
                NumberText.measured(row.micros(99)),
                NumberText.measured(row.cpuMicros()),
                NumberText.measured(row.switches()),
                NumberText.count(last.cost().threads()),
                NumberText.whole(last.cost().residentBytes() / (double) (1 << 20)),
                NumberText.count(last.traffic().waiting()),
                errors(row.errors()));
    }

    /** "0", or "12 timeout, 3 reset". */
    private static String errors(Map<String, Long> errors) {
        return errors.isEmpty()
                ? "0"
                : errors.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .map(kind -> NumberText.count(kind.getValue()) + " " + kind.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** Arms without figures, each with its reason. */
    private void missing(Evidence evidence, List<Row> rows) {
        List<String> there = rows.stream().map(Row::arm).toList();
        evidence.experiment().arms().stream()
                .map(arm -> arm.label())
                .filter(label -> !there.contains(label))
                .forEach(label -> console.out().println(label + ": " + reason(evidence, label)));
    }

    private static String reason(Evidence evidence, String arm) {
        return evidence.forks().stream()
                .flatMap(fork -> fork.all(ForkEvent.Failed.class).stream())
                .filter(failed -> arm.equals(failed.arm()))
                .map(ForkEvent.Failed::cause)
                .findFirst()
                .orElse("no request was answered");
    }

    private void say(List<Row> rows, Predicate<Row> which, String what) {
        List<String> arms = rows.stream().filter(which).map(Row::arm).toList();
        if (!arms.isEmpty()) {
            boolean all = arms.size() == rows.size() && rows.size() > 1;
            console.out()
                    .println(Paragraph.wrap(
                            what + (all ? "all of them" : String.join(", ", arms)), 0, console.outColumns()));
        }
    }

    /** The cost of the abstraction, where a reference written by hand took part. */
    private static Optional<String> taxes(List<Row> rows) {
        String taxes = DefaultSubjects.references().stream()
                .flatMap(reference -> ratio(rows, reference.engine(), reference.label()).stream())
                .collect(Collectors.joining(", "));
        return taxes.isEmpty()
                ? Optional.empty()
                : Optional.of("Cost of the abstraction (CPU per request, relative to the same server written by hand): "
                        + taxes);
    }

    private static Optional<String> ratio(List<Row> rows, String engine, String reference) {
        return named(rows, engine)
                .flatMap(ours -> named(rows, reference)
                        .map(theirs ->
                                engine + " " + String.format(Locale.ROOT, "%.2f", ours.cpuMicros() / theirs.cpuMicros())
                                        + (ours.disturbed() || theirs.disturbed()
                                                ? " (unreliable: other programs were busy)"
                                                : "")));
    }

    private static Optional<Row> named(List<Row> rows, String arm) {
        return rows.stream().filter(row -> row.arm.equals(arm)).findFirst();
    }
}
