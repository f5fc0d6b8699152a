package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Workload;
import dev.gearbox.load.plan.Expectation;
import dev.gearbox.studies.fanoutgateway.services.ShapedAnswers;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The workload over a {@link Shape} of the user's own: requests at a fixed rate for the same user, whose answers are checked. The form of the files in
 * {@code workloads/}, in which the shape is an option both of the gateways and of the services.
 */
final class ShapedWorkload {
    private static final String NAME = "shape";
    private static final int USER = 7;

    private ShapedWorkload() {}

    /**
     * Makes the workload.
     *
     * @param file the name of the shape's file, for messages
     * @throws LabException if it is not a shape
     */
    static Workload of(String file, String text) {
        String line = DataFiles.READER
                .tree(file, text)
                .toString(); // without line breaks and comments, which say nothing to a process
        ObjectNode workload = JsonMapper.shared().createObjectNode();
        Shape shape = shape(file, text);
        long wait = Math.round(MeanWaits.of(shape).together() * 1e3);
        workload.put("name", NAME)
                .put("summary", "20 requests a second for " + shape.calls().size() + " calls of one's own")
                .put("source", "the services that are asked about, as " + file + " describes them")
                .put("baseline", "virtual-threads")
                .put("protocol", GatewayRows.PROTOCOL)
                .put("slice", Math.max(1_000, 2 * wait) + "ms")
                .put("lead", Math.max(300, wait) + "ms")
                .put("timeout", "30s");
        workload.putObject("server").put(NAME, line).put("connections", "256");
        workload.putObject("axes").putArray("rate").add(20);
        workload.putObject("instrument")
                .put("name", "services")
                .put("protocol", "http")
                .putObject("options")
                .put(NAME, line);
        workload.putObject("arrivals")
                .put("model", "poisson")
                .put("perSecond", "$rate")
                .put("connections", 100);
        workload.set("script", script(shape));
        workload.putObject("quick").put("warm-up", "2s").put("measure", "6s");
        workload.putObject("full").put("warm-up", "10s").put("measure", "60s");
        try {
            return Workload.decode(file, new ByteArrayInputStream(bytes(workload)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Shape shape(String file, String text) {
        try {
            return Shape.parse(file, text);
        } catch (IllegalArgumentException wrong) {
            throw new LabException(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private static ArrayNode script(Shape shape) {
        ShapedAnswers answers = ShapedAnswers.of(shape);
        ArrayNode script = JsonMapper.shared().createArrayNode().add("connect");
        ArrayNode steps = script.addObject().putObject("repeat").putArray("steps");
        // One request: each arrival of an open loop does all steps.
        String request = "GET /users/" + USER + "/overview HTTP/1.1\r\nHost: gateway\r\n\r\n";
        steps.addObject().putObject("send").put("text", request);
        steps.addObject()
                .set("expect", Expectation.Http.of(200, answers.reply(USER)).toTree());
        return script;
    }

    private static byte[] bytes(ObjectNode tree) {
        return tree.toString().getBytes(StandardCharsets.UTF_8);
    }
}
