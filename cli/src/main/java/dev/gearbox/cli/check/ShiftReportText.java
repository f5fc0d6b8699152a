package dev.gearbox.cli.check;

import dev.gearbox.check.shift.ShiftReport;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The result of a shift check as tables and as JSON: the shifts between each pair of engines, and how long connections had no engine. */
record ShiftReportText(ShiftReport report) {
    private static final double MILLI = 1e6;

    void print(Console console) {
        List<String> specs = report.plan().specs();
        console.out()
                .println(NumberText.count(report.plan().connections()) + " connections, seed "
                        + report.plan().seed()
                        + ". Shifts from each engine (left) to each (top); to itself: to another instance of it");
        console.out().println();
        List<TextColumn> columns = new ArrayList<>(List.of(TextColumn.text("from \\ to", 0)));
        IntStream.rangeClosed(1, specs.size()).forEach(number -> columns.add(TextColumn.decimal("" + number, 0)));
        Table pairs = new Table(columns);
        for (int source = 0; source < specs.size(); source++) {
            List<String> row = new ArrayList<>(List.of((source + 1) + " " + specs.get(source)));
            report.pairs().get(source).forEach(count -> row.add(NumberText.count(count)));
            pairs.row(row);
        }
        pairs.print(console);
        console.out().println();
        console.out()
                .println(
                        "Pause: from when the old engine starts to release the connection until the new one drives it. "
                                + report.phases().stream()
                                        .map(phase -> phase.name() + ": " + phase.atOnce() + " at once, "
                                                + NumberText.span(phase.took()))
                                        .reduce((one, other) -> one + "; " + other)
                                        .orElse(""));
        console.out().println();
        printPauses(console);
        console.out().println();
        console.out()
                .println(NumberText.count(report.shifts()) + " shifts over "
                        + NumberText.count((long) specs.size() * specs.size()) + " pairs, "
                        + NumberText.bytes(report.bytes()) + " there and back, " + NumberText.count(report.tasks())
                        + " tasks, " + NumberText.count(report.timers()) + " timers; "
                        + NumberText.count(report.refused())
                        + " refused, " + NumberText.count(report.failures()) + " failures");
        report.first().forEach(failure -> console.out().println("FAIL " + failure));
        console.out()
                .println(
                        report.holds()
                                ? "Live connections move unharmed between these engines: nothing was lost or reordered in any shift."
                                : "Live connections do not always move unharmed here: the failures above name the shifts, and the same --seed repeats the run.");
    }

    private void printPauses(Console console) {
        List<TextColumn> columns = new ArrayList<>(List.of(TextColumn.text("ms, from", 0)));
        for (ShiftReport.Phase phase : report.phases()) {
            columns.add(TextColumn.decimal(phase.name() + " p50", 0));
            columns.add(TextColumn.decimal("p99", 1));
            columns.add(TextColumn.decimal("max", 2));
        }
        Table pauses = new Table(columns);
        for (int index = 0; index < report.plan().specs().size(); index++) {
            String spec = report.plan().specs().get(index);
            pauses.row(pauses(spec, source -> source.spec().equals(spec)));
        }
        pauses.row(pauses("all event-driven", source -> !source.blocking()));
        pauses.row(pauses("all blocking", ShiftReport.Source::blocking));
        pauses.print(console);
    }

    private List<String> pauses(String name, Predicate<ShiftReport.Source> which) {
        List<String> row = new ArrayList<>(List.of(name));
        for (ShiftReport.Phase phase : report.phases()) {
            Histogram sum = sum(phase, which);
            row.add(millis(sum, 50));
            row.add(millis(sum, 99));
            row.add(millis(sum, 100));
        }
        return row;
    }

    private static Histogram sum(ShiftReport.Phase phase, Predicate<ShiftReport.Source> which) {
        Histogram sum = new Histogram(2);
        sum.setAutoResize(true);
        phase.pauses().stream().filter(which).forEach(source -> sum.add(source.pauses()));
        return sum;
    }

    private static String millis(Histogram pauses, double percentile) {
        return pauses.getTotalCount() == 0
                ? NumberText.NONE
                : String.format(Locale.ROOT, "%.3f", pauses.getValueAtPercentile(percentile) / MILLI);
    }

    ObjectNode tree() {
        ObjectNode tree = JsonMapper.shared().createObjectNode();
        tree.put("seed", report.plan().seed())
                .put("connections", report.plan().connections())
                .put("passed", report.holds())
                .put("shifts", report.shifts())
                .put("refused", report.refused())
                .put("bytes", report.bytes())
                .put("tasks", report.tasks())
                .put("timers", report.timers())
                .put("failures", report.failures());
        ArrayNode findings = tree.putArray("findings");
        report.first().forEach(findings::add);
        ArrayNode pairs = tree.putArray("pairs");
        for (int source = 0; source < report.pairs().size(); source++) {
            for (int target = 0; target < report.pairs().size(); target++) {
                pairs.addObject()
                        .put("from", report.plan().specs().get(source))
                        .put("to", report.plan().specs().get(target))
                        .put("shifts", report.pairs().get(source).get(target));
            }
        }
        ArrayNode pauses = tree.putArray("pauses");
        for (ShiftReport.Phase phase : report.phases()) {
            for (ShiftReport.Source source : phase.pauses()) {
                pauses.addObject()
                        .put("traffic", phase.name())
                        .put("from", source.spec())
                        .put("blocking", source.blocking())
                        .put("count", source.pauses().getTotalCount())
                        .put("p50Nanos", source.pauses().getValueAtPercentile(50))
                        .put("p99Nanos", source.pauses().getValueAtPercentile(99))
                        .put("maxNanos", source.pauses().getMaxValue());
            }
        }
        return tree;
    }
}
