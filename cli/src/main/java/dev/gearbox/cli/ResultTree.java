package dev.gearbox.cli;

import dev.gearbox.lab.Metrics;
import dev.gearbox.lab.TrialResult;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a run came to, as JSON for programs: the figures of the tables, and where the raw results are. */
final class ResultTree {
    private ResultTree() {}

    static ObjectNode of(Path folder, List<TrialResult> results, List<String> absent) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.put("results", folder.toString());
        var leftOut = root.putArray("leftOut");
        absent.forEach(leftOut::add);
        var trials = root.putArray("trials");
        results.forEach(result -> trials.add(of(result)));
        return root;
    }

    private static ObjectNode of(TrialResult result) {
        ObjectNode node = JsonMapper.shared().createObjectNode();
        node.put("workload", result.workload());
        ObjectNode parameters = node.putObject("parameters");
        result.parameters().forEach(parameters::put);
        node.put("engine", result.subject()).put("succeeded", result.succeeded());
        if (result.failure() != null) {
            node.put("failure", result.failure().cause());
        }
        result.metrics().ifPresent(metrics -> node.set("metrics", of(metrics)));
        return node;
    }

    private static ObjectNode of(Metrics metrics) {
        ObjectNode node = JsonMapper.shared().createObjectNode();
        number(node, "requestsPerSecond", metrics.requestsPerSecond());
        number(node, "connectsPerSecond", metrics.connectsPerSecond());
        number(node, "p50Micros", metrics.p50Micros());
        number(node, "p90Micros", metrics.p90Micros());
        number(node, "p99Micros", metrics.p99Micros());
        number(node, "cpuMicrosPerRequest", metrics.cpuMicrosPerRequest());
        number(node, "switchesPerRequest", metrics.switchesPerRequest());
        number(node, "cores", metrics.cores());
        number(node, "residentMiB", metrics.residentMiB());
        node.put("threads", metrics.threads())
                .put("descriptors", metrics.descriptors())
                .put("connections", metrics.connections())
                .put("waiting", metrics.waiting())
                .put("generatorValid", metrics.valid());
        ObjectNode errors = node.putObject("errors");
        metrics.errors().forEach(errors::put);
        return node;
    }

    /** JSON has no NaN: what is not known is null. */
    private static void number(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, value);
        } else {
            node.putNull(name);
        }
    }
}
