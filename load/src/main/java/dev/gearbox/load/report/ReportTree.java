package dev.gearbox.load.report;

import dev.gearbox.load.plan.PlanFields;
import dev.gearbox.load.report.LoadReport.BackgroundReport;
import dev.gearbox.load.report.LoadReport.Errors;
import dev.gearbox.load.report.LoadReport.GeneratorUsage;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a {@link LoadReport}. Fields that were added later may be missing when a report is read: reports are kept for years. */
final class ReportTree {
    private ReportTree() {}

    static LoadReport read(JsonNode tree) {
        PlanFields fields = PlanFields.of(tree, "report");
        var report = new LoadReport(
                fields.duration("window"),
                fields.integer("started", 0, Long.MAX_VALUE),
                fields.integer("answered", 0, Long.MAX_VALUE),
                fields.integer("censored", 0, Long.MAX_VALUE),
                fields.integer("failed", 0, Long.MAX_VALUE),
                fields.integer("connects", 0, Long.MAX_VALUE),
                (int) fields.integer("connections", 0, Integer.MAX_VALUE),
                (int) fields.integer("waiting", 0, Integer.MAX_VALUE),
                fields.number("offeredPerSecond"),
                fields.number("answeredPerSecond"),
                errors(fields.required("errors"), fields.at("errors")),
                times(fields, "response"),
                times(fields, "service"),
                times(fields, "lag"),
                timesIfThere(fields, "connWait"),
                times(fields, "connect"),
                timesIfThere(fields, "stalled"),
                effort(fields.required("effort"), fields.at("effort")),
                fields.truth("valid"),
                fields.texts("reasons"),
                fields.optional("background")
                        .map(groups -> background(groups, fields.at("background")))
                        .orElse(Map.of()));
        fields.end();
        return report;
    }

    private static Latencies times(PlanFields fields, String key) {
        return Latencies.decode(fields.text(key), fields.at(key));
    }

    private static Latencies timesIfThere(PlanFields fields, String key) {
        return fields.optional(key).isPresent() ? times(fields, key) : Latencies.NONE;
    }

    static ObjectNode of(LoadReport report) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("window", report.window().toString())
                .put("started", report.started())
                .put("answered", report.answered())
                .put("censored", report.censored())
                .put("failed", report.failed())
                .put("connects", report.connects())
                .put("connections", report.connections())
                .put("waiting", report.waiting())
                .put("offeredPerSecond", report.offeredPerSecond())
                .put("answeredPerSecond", report.answeredPerSecond());
        var kinds = node.putObject("errors");
        for (var entry : new TreeMap<>(report.errors()).entrySet()) {
            kinds.putObject(entry.getKey().key())
                    .put("inWindow", entry.getValue().inWindow())
                    .put("before", entry.getValue().before())
                    .put("first", entry.getValue().first());
        }
        node.put("response", report.response().encoded())
                .put("service", report.service().encoded())
                .put("lag", report.lag().encoded())
                .put("connWait", report.connWait().encoded())
                .put("connect", report.connect().encoded())
                .put("stalled", report.stalled().encoded());
        GeneratorUsage effort = report.effort();
        node.putObject("effort")
                .put("work", effort.work())
                .put("spin", effort.spin())
                .put("asleep", effort.asleep())
                .put("collections", effort.collections())
                .put("pacing", effort.pacing())
                .put("sources", effort.sources())
                .put("away", effort.away())
                .put("compiledMillis", effort.compiledMillis())
                .put("masking", effort.masking());
        node.put("valid", report.valid());
        var list = node.putArray("reasons");
        report.reasons().forEach(list::add);
        if (!report.background().isEmpty()) {
            var groups = node.putObject("background");
            new TreeMap<>(report.background())
                    .forEach((name, beside) -> groups.putObject(name)
                            .put("answered", beside.answered())
                            .put("censored", beside.censored())
                            .put("response", beside.response().encoded()));
        }
        return node;
    }

    private static Map<String, BackgroundReport> background(JsonNode node, String where) {
        PlanFields.of(node, where);
        var groups = new TreeMap<String, BackgroundReport>();
        for (var entry : node.properties()) {
            PlanFields fields = PlanFields.of(entry.getValue(), where + "." + entry.getKey());
            groups.put(
                    entry.getKey(),
                    new BackgroundReport(
                            fields.integer("answered", 0, Long.MAX_VALUE),
                            fields.integer("censored", 0, Long.MAX_VALUE),
                            Latencies.decode(fields.text("response"), fields.at("response"))));
            fields.end();
        }
        return groups;
    }

    private static Map<ErrorKind, Errors> errors(JsonNode node, String where) {
        PlanFields.of(node, where);
        var errors = new EnumMap<ErrorKind, Errors>(ErrorKind.class);
        for (var entry : node.properties()) {
            ErrorKind kind = ErrorKind.of(entry.getKey(), where);
            PlanFields fields = PlanFields.of(entry.getValue(), where + "." + entry.getKey());
            errors.put(
                    kind,
                    new Errors(
                            fields.integer("inWindow", 0, Long.MAX_VALUE),
                            fields.integer("before", 0, Long.MAX_VALUE),
                            fields.text("first")));
            fields.end();
        }
        return errors;
    }

    private static GeneratorUsage effort(JsonNode node, String where) {
        PlanFields fields = PlanFields.of(node, where);
        var effort = new GeneratorUsage(
                fields.number("work"),
                fields.number("spin"),
                fields.number("asleep"),
                fields.integer("collections", 0, Long.MAX_VALUE),
                fields.text("pacing"),
                (int) fields.integer("sources", 1, Integer.MAX_VALUE),
                fields.optional("away")
                        .map(away -> PlanFields.number(away, fields.at("away")))
                        .orElse(0.0),
                fields.optional("compiledMillis")
                        .map(millis -> PlanFields.integer(millis, fields.at("compiledMillis"), 0, Long.MAX_VALUE))
                        .orElse(0L),
                fields.optional("masking")
                        .map(masking -> PlanFields.truth(masking, fields.at("masking")))
                        .orElse(false));
        fields.end();
        return effort;
    }
}
