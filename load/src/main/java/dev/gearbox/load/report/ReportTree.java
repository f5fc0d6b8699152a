package dev.gearbox.load.report;

import dev.gearbox.load.report.LoadReport.GeneratorUsage;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Creates the JSON form of a {@link LoadReport}. */
final class ReportTree {
    private ReportTree() {}

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
                .put("masking", effort.masking())
                .put("generator", effort.generator())
                .put("ports", effort.ports());
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
}
