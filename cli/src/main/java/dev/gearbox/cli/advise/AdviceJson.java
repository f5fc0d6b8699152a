package dev.gearbox.cli.advise;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.observe.ObservedFact;
import dev.gearbox.advise.observe.ObservedWorkload;
import dev.gearbox.cli.terminal.OptionValues;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An advice for programs. Times are in seconds, memory in bytes; {@code null} stands for infinity. */
final class AdviceJson {
    private AdviceJson() {}

    static ObjectNode of(Advice advice) {
        ObjectNode tree = JsonMapper.shared().createObjectNode();
        tree.put("answer", advice.answer());
        workload(tree.putObject("workload"), advice.workload());
        tree.putObject("costs")
                .put("basis", OptionValues.key(advice.costs().basis()))
                .put("measured", advice.costs().calibration().measured());
        ArrayNode groups = tree.putArray("groups");
        for (List<Prediction> equal : advice.groups()) {
            ArrayNode group = groups.addArray();
            equal.forEach(one -> prediction(group.addObject(), one));
        }
        ArrayNode rejected = tree.putArray("rejected");
        advice.rejected().forEach(one -> prediction(rejected.addObject(), one));
        texts(tree.putArray("reasons"), advice.reasons());
        texts(tree.putArray("unless"), advice.unless());
        texts(tree.putArray("assumptions"), advice.assumptions());
        return tree;
    }

    static void observed(ObjectNode node, ObservedWorkload observed) {
        node.put("source", observed.observation().source())
                .put("seconds", observed.observation().seconds())
                .put("requests", observed.observation().requests());
        ArrayNode facts = node.putArray("facts");
        for (ObservedFact fact : observed.facts()) {
            facts.addObject()
                    .put("name", fact.name())
                    .put("value", fact.value())
                    .put("origin", OptionValues.key(fact.origin()))
                    .put("how", fact.how());
        }
    }

    private static void texts(ArrayNode array, List<String> texts) {
        texts.forEach(array::add);
    }

    private static void workload(ObjectNode node, DescribedWorkload workload) {
        node.put("connections", workload.connections())
                .put("rate", workload.rate())
                .put("bytes", workload.bytes())
                .put("cpuSeconds", workload.cpuSeconds())
                .put("waitSeconds", workload.waitSeconds())
                .put("connectsPerSecond", workload.connectsPerSecond())
                .put("cores", workload.cores());
        range(node.putObject("cpuVariation"), workload.cpuVariation());
        range(node.putObject("waitVariation"), workload.waitVariation());
        workload.p99Limit().ifPresent(limit -> node.put("p99LimitSeconds", limit));
        workload.memoryLimit().ifPresent(limit -> node.put("memoryLimitBytes", limit));
    }

    private static void prediction(ObjectNode node, Prediction one) {
        node.put("engine", one.spec()).put("fit", OptionValues.key(one.fit())).put("obstacle", one.obstacle());
        range(node.putObject("cores"), one.cores());
        range(node.putObject("ioSecondsPerRequest"), one.ioSeconds());
        range(node.putObject("p50Seconds"), one.p50Seconds());
        range(node.putObject("p99Seconds"), one.p99Seconds());
        range(node.putObject("memoryBytes"), one.memoryBytes());
        range(node.putObject("highestRate"), one.highestRate());
    }

    static void range(ObjectNode node, Range range) {
        number(node, "low", range.low());
        number(node, "value", range.value());
        number(node, "high", range.high());
    }

    static void number(ObjectNode node, String key, double value) {
        if (!Double.isFinite(value)) {
            node.putNull(key);
        } else {
            node.put(key, value);
        }
    }
}
