package dev.gearbox.cli.check;

import dev.gearbox.check.soak.Growth;
import dev.gearbox.check.soak.SoakReport;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Figures;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.cli.terminal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What came of a soak as a table and sentences, and as JSON. */
record SoakWords(SoakReport report) {
    private static final double MINUTES = 60;

    void print(Console console) {
        console.out().println();
        Table table = new Table(List.of(
                Table.Column.text("resource", 0),
                Table.Column.number("at first", 0),
                Table.Column.number("at last", 0),
                Table.Column.number("grew by", 0),
                Table.Column.number("95 % interval", 0),
                Table.Column.number("an hour", 1),
                Table.Column.number("may grow by", 2),
                Table.Column.text("verdict", 0)));
        report.growth().forEach(growth -> table.row(row(growth)));
        if (report.growth().isEmpty()) {
            console.out().println("Too short to say anything of memory, descriptors and threads.");
        } else {
            table.print(console);
            console.out()
                    .println("Read at rest, over the "
                            + Figures.measured(report.growth().getFirst().hours() * MINUTES)
                            + " min after the warm-up; how the interval comes about: docs/check.md");
        }
        console.out().println();
        console.out()
                .println(Figures.count(report.connections()) + " connections in " + Figures.span(report.took()) + ", "
                        + Figures.count(report.encrypted()) + " of them under TLS: "
                        + Figures.count(report.halfClosed()) + " half-closed by the client, "
                        + Figures.count(report.endedByServer()) + " by the server, " + Figures.count(report.closed())
                        + " closed, " + Figures.count(report.reset()) + " reset. " + Figures.bytes(report.bytes())
                        + " came back; " + Figures.count(report.shifts()) + " shifts, "
                        + Figures.count(report.refusedShifts()) + " refused");
        report.first().forEach(failure -> console.out().println("FAIL " + failure));
    }

    private static List<String> row(Growth growth) {
        return List.of(
                growth.resource().words(),
                Figures.measured(growth.first()),
                Figures.measured(growth.last()),
                signed((growth.total().low() + growth.total().high()) / 2),
                signed(growth.total().low()) + " to " + signed(growth.total().high()),
                signed((growth.total().low() + growth.total().high()) / 2 / growth.hours()),
                Figures.measured(growth.resource().mark()),
                words(growth.verdict()));
    }

    private static String signed(double number) {
        return (number > 0 ? "+" : "") + Figures.measured(number);
    }

    private static String words(Growth.Verdict verdict) {
        return switch (verdict) {
            case FLAT -> "flat";
            case GROWS -> "GROWS";
            case TOO_SHORT_TO_TELL -> "too short to tell";
        };
    }

    /** The answer in one sentence, or two. */
    String answer() {
        List<String> sentences = new ArrayList<>();
        if (report.stopped()) {
            sentences.add("Stopped after " + Figures.span(report.took()) + " of "
                    + Figures.span(report.plan().length()) + "; so far:");
        }
        String failures = report.failures().isEmpty()
                ? "no byte was lost, doubled or changed, and each connection ended as it was to end"
                : report.failures().entrySet().stream()
                        .map(each -> each.getKey() + ": " + Figures.count(each.getValue()))
                        .collect(Collectors.joining(", ", "FAILED (", ")"));
        sentences.add(failures + "; " + growth());
        String answer = String.join(" ", sentences);
        return answer.substring(0, 1).toUpperCase(Locale.ROOT) + answer.substring(1) + ".";
    }

    private String growth() {
        String growing = resources(Growth.Verdict.GROWS);
        String unknown = resources(Growth.Verdict.TOO_SHORT_TO_TELL);
        if (!growing.isEmpty()) {
            return "these GROW: " + growing;
        }
        if (report.growth().isEmpty()) {
            return "it was too short to tell whether anything grows";
        }
        return unknown.isEmpty()
                ? "nothing grows"
                : "nothing is seen to grow, but it was too short to tell of: " + unknown;
    }

    private String resources(Growth.Verdict verdict) {
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
                    .put("name", Words.key(growth.resource()))
                    .put("first", growth.first())
                    .put("last", growth.last())
                    .put("hours", growth.hours())
                    .put("growthLow", growth.total().low())
                    .put("growthHigh", growth.total().high())
                    .put("mark", growth.resource().mark())
                    .put("verdict", Words.key(growth.verdict()));
        }
        return tree;
    }
}
