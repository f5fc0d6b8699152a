package dev.gearbox.cli.advise;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.Paragraph;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.List;
import java.util.Locale;

/** An advice for people: the answer in a sentence, the table, the reasons. */
final class AdviceText {
    private static final List<TextColumn> COLUMNS = List.of(
            TextColumn.text("group", 0),
            TextColumn.text("engine", 0),
            TextColumn.text("cores busy", 0),
            TextColumn.text("p50 ms", 1),
            TextColumn.text("p99 ms", 0),
            TextColumn.text("MiB", 2),
            TextColumn.text("at most/s", 1));
    private static final double MILLIS = 1e3;
    private static final double MICROS = 1e6;
    private static final double MIB = 1 << 20;

    private final Console console;

    AdviceText(Console console) {
        this.console = console;
    }

    void print(Advice advice) {
        say(advice.answer());
        say(question(advice.workload()));
        console.out().println();
        Table table = new Table(COLUMNS);
        int group = 1;
        for (List<Prediction> equal : advice.groups()) {
            for (Prediction one : equal) {
                table.row(row(Integer.toString(group), one));
            }
            group++;
        }
        table.print(console);
        say("Within a group none is clearly better than another. In brackets: the interval of the prediction.");
        section("Why", advice.reasons());
        section("When not to take " + advice.first().spec(), advice.unless());
        section(
                "Not for this workload",
                advice.rejected().stream()
                        .map(one -> one.spec() + ": " + one.obstacle() + ".")
                        .toList());
        section("Assumed", advice.assumptions());
    }

    private void say(String text) {
        console.out().println(Paragraph.wrap(text, 0, console.outColumns()));
    }

    private void section(String title, List<String> texts) {
        if (texts.isEmpty()) {
            return;
        }
        console.out().println();
        console.out().println(console.bold(title));
        texts.forEach(text -> console.out().println("* " + Paragraph.wrap(text, 2, console.outColumns())));
    }

    private static List<String> row(String group, Prediction one) {
        return List.of(
                group,
                one.spec() + (one.fit() == Prediction.Fit.PROBABLY ? " (probably)" : ""),
                text(one.cores()),
                text(one.p50Seconds().map(seconds -> seconds * MILLIS)),
                text(one.p99Seconds().map(seconds -> seconds * MILLIS)),
                text(one.memoryBytes().map(bytes -> bytes / MIB)),
                text(one.highestRate()));
    }

    static String text(Range range) {
        return number(range.value()) + " [" + number(range.low()) + ", " + number(range.high()) + "]";
    }

    /** Two significant digits: an interval that wide leaves no more. */
    static String number(double value) {
        if (value == Double.POSITIVE_INFINITY) {
            return "∞";
        }
        if (value == 0) {
            return "0";
        }
        if (value < 1) {
            int decimals = Math.clamp(1 - (int) Math.floor(Math.log10(value)), 2, 4);
            return String.format(Locale.ROOT, "%." + decimals + "f", value);
        }
        if (value < 100) {
            return NumberText.measured(value);
        }
        double unit = Math.pow(10, Math.floor(Math.log10(value)) - 1);
        return NumberText.whole(Math.round(value / unit) * unit);
    }

    private static String question(DescribedWorkload workload) {
        StringBuilder text = new StringBuilder(NumberText.count(workload.connections()))
                .append(" connections, ")
                .append(NumberText.measured(workload.rate()))
                .append(" requests/s of ")
                .append(NumberText.bytes(workload.bytes()));
        if (workload.cpuSeconds() > 0) {
            text.append(", ")
                    .append(NumberText.measured(workload.cpuSeconds() * MICROS))
                    .append(" µs of processor time each");
        }
        if (workload.blocks()) {
            text.append(", ")
                    .append(NumberText.measured(workload.waitSeconds() * MILLIS))
                    .append(" ms of waiting each");
        }
        return text.append("; ")
                .append(workload.cores())
                .append(workload.cores() == 1 ? " core." : " cores.")
                .toString();
    }
}
