package dev.gearbox.cli.check;

import dev.gearbox.check.soak.Growth;
import dev.gearbox.check.soak.SoakReport;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The result of a soak as a table and sentences, and as JSON. */
record SoakReportText(SoakReport report) {
    private static final double MINUTES = 60;

    void print(Console console) {
        console.out().println();
        Table table = new Table(List.of(
                TextColumn.text("resource", 0),
                TextColumn.decimal("first", 0),
                TextColumn.decimal("last", 0),
                TextColumn.decimal("grew by", 0),
                TextColumn.decimal("95 % interval", 0),
                TextColumn.decimal("per hour", 1),
                TextColumn.decimal("may grow by", 2),
                TextColumn.text("verdict", 0)));
        report.growth().forEach(growth -> table.row(row(growth)));
        if (report.growth().isEmpty()) {
            console.out().println("Too short to judge memory, descriptors and threads.");
        } else {
            table.print(console);
            console.out()
                    .println("Read at rest, over the "
                            + NumberText.measured(report.growth().getFirst().hours() * MINUTES)
                            + " min after the warm-up; how the interval is computed: docs/check.md");
        }
        console.out().println();
        console.out()
                .println(NumberText.count(report.connections()) + " connections in " + NumberText.span(report.took())
                        + ", "
                        + NumberText.count(report.encrypted()) + " of them under TLS: "
                        + NumberText.count(report.halfClosed()) + " half-closed by the client, "
                        + NumberText.count(report.endedByServer()) + " by the server, "
                        + NumberText.count(report.closed())
                        + " closed, " + NumberText.count(report.reset()) + " reset. " + NumberText.bytes(report.bytes())
                        + " came back; " + NumberText.count(report.shifts()) + " shifts, "
                        + NumberText.count(report.refusedShifts()) + " refused");
        report.first().forEach(failure -> console.out().println("FAIL " + failure));
    }

    private static List<String> row(Growth growth) {
        return List.of(
                growth.resource().words(),
                NumberText.measured(growth.first()),
                NumberText.measured(growth.last()),
                signed((growth.total().low() + growth.total().high()) / 2),
                signed(growth.total().low()) + " to " + signed(growth.total().high()),
                signed((growth.total().low() + growth.total().high()) / 2 / growth.hours()),
                NumberText.measured(growth.resource().mark()),
                words(growth.verdict()));
    }

    private static String signed(double number) {
        return (number > 0 ? "+" : "") + NumberText.measured(number);
    }

    private static String words(Growth.GrowthVerdict verdict) {
        return switch (verdict) {
            case FLAT -> "flat";
            case GROWS -> "GROWS";
            case TOO_SHORT_TO_TELL -> "too short to tell";
        };
    }

    /** The answer in one or two sentences. */
    String answer() {
        List<String> sentences = new ArrayList<>();
        if (report.stopped()) {
            sentences.add("Stopped after " + NumberText.span(report.took()) + " of "
                    + NumberText.span(report.plan().length()) + "; so far:");
        }
        String failures = report.failures().isEmpty()
                ? "no byte was lost, duplicated or changed, and each connection ended as expected"
                : report.failures().entrySet().stream()
                        .map(each -> each.getKey() + ": " + NumberText.count(each.getValue()))
                        .collect(Collectors.joining(", ", "FAILED (", ")"));
        sentences.add(failures + "; " + growth());
        String answer = String.join(" ", sentences);
        return answer.substring(0, 1).toUpperCase(Locale.ROOT) + answer.substring(1) + ".";
    }

    private String growth() {
        String growing = resources(Growth.GrowthVerdict.GROWS);
        String unknown = resources(Growth.GrowthVerdict.TOO_SHORT_TO_TELL);
        if (!growing.isEmpty()) {
            return "these GROW: " + growing;
        }
        if (report.growth().isEmpty()) {
            return "it was too short to tell whether a resource grows";
        }
        return unknown.isEmpty() ? "nothing grows" : "nothing grows visibly, but it was too short to judge: " + unknown;
    }

    private String resources(Growth.GrowthVerdict verdict) {
        return report.growth().stream()
                .filter(growth -> growth.verdict() == verdict)
                .map(growth -> growth.resource().words().replace(", MiB", ""))
                .collect(Collectors.joining(", "));
    }

    ObjectNode tree() {
        ObjectNode tree = JsonMapper.shared().createObjectNode();
        tree.put("seed", report.plan().seed())
                .put("seconds", report.took().toMillis() / 1e3)
                .put("stopped", report.stopped())
                .put("passed", report.holds())
                .put("connections", report.connections())
                .put("encrypted", report.encrypted())
                .put("halfClosed", report.halfClosed())
                .put("endedByServer", report.endedByServer())
                .put("closed", report.closed())
                .put("reset", report.reset())
                .put("bytes", report.bytes())
                .put("shifts", report.shifts())
                .put("refusedShifts", report.refusedShifts());
        ArrayNode engines = tree.putArray("engines");
        report.plan().specs().forEach(engines::add);
        ObjectNode failures = tree.putObject("failures");
        report.failures().forEach(failures::put);
        ArrayNode findings = tree.putArray("findings");
        report.first().forEach(findings::add);
        ArrayNode resources = tree.putArray("resources");
        for (Growth growth : report.growth()) {
            resources
                    .addObject()
                    .put("name", OptionValues.key(growth.resource()))
                    .put("first", growth.first())
                    .put("last", growth.last())
                    .put("hours", growth.hours())
                    .put("growthLow", growth.total().low())
                    .put("growthHigh", growth.total().high())
                    .put("mark", growth.resource().mark())
                    .put("verdict", OptionValues.key(growth.verdict()));
        }
        return tree;
    }
}
