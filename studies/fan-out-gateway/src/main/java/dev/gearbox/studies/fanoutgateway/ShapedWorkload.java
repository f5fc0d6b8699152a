package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Workload;
import dev.gearbox.load.plan.Expectation;
import dev.gearbox.studies.fanoutgateway.services.ShapedAnswers;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Workloads over a {@link Shape}, the user's own or one of the study's: requests at a fixed rate for the same user, whose answers are checked. The form of the
 * files in {@code workloads/}, in which the shape is an option both of the gateways and of the services.
 */
final class ShapedWorkload {
    /** The file with the study's own shapes. */
    static final String BUILT_IN = "workloads/chained.yaml";

    private static final String NAME = "shape";
    private static final String LEVELS = "levels";
    private static final int USER = 7;

    private ShapedWorkload() {}

    /** The file with the study's own shapes, which are values of an axis. */
    private record BuiltIn(String name, String summary, String source, Map<String, JsonNode> levels) {}

    /** A shape, and its text without line breaks and comments, which say nothing to a process. */
    private record Line(Shape shape, String text) {
        static Line of(String file, JsonNode tree) {
            try {
                return new Line(Shape.parse(file, tree.toString()), tree.toString());
            } catch (IllegalArgumentException wrong) {
                throw new LabException(String.valueOf(wrong.getMessage()), wrong);
            }
        }

        JsonNode option() {
            return JsonMapper.shared().stringNode(text);
        }

        JsonNode reply() {
            return Expectation.Http.of(200, ShapedAnswers.of(shape).reply(USER)).toTree();
        }

        long waitMillis() {
            return Math.round(MeanWaits.of(shape).together() * 1e3);
        }
    }

    /**
     * Makes the workload over services of the user's own.
     *
     * @param file the name of the shape's file, for messages
     * @throws LabException if it is not a shape
     */
    static Workload of(String file, String text) {
        Line line = Line.of(file, DataFiles.READER.tree(file, text));
        ObjectNode workload = written(line.waitMillis(), line.option(), line.reply());
        workload.put("name", NAME)
                .put("summary", "20 requests a second for " + line.shape.calls().size() + " calls of one's own")
                .put("source", "the services that are asked about, as " + file + " describes them");
        try {
            return Workload.decode(file, new ByteArrayInputStream(bytes(workload)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /**
     * Returns the study's own workload in the form of the others.
     *
     * @param in the text of {@link #BUILT_IN}; read to the end, and closed
     * @throws LabException if a shape is not one
     */
    static InputStream builtIn(InputStream in) {
        BuiltIn said;
        try (in) {
            said = DataFiles.READER.read(BUILT_IN, in, BuiltIn.class);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        Map<String, Line> lines = new LinkedHashMap<>();
        said.levels.forEach((name, tree) -> lines.put(name, Line.of(BUILT_IN + ", " + LEVELS + "." + name, tree)));
        ObjectNode workload = written(
                lines.values().stream().mapToLong(Line::waitMillis).max().orElseThrow(),
                chosen(lines, Line::option),
                chosen(lines, Line::reply));
        workload.put("name", said.name)
                .put("summary", said.summary)
                .put("source", said.source)
                .put("named", true);
        lines.keySet().forEach(workload.withObject("axes").putArray(LEVELS)::add);
        return new ByteArrayInputStream(bytes(workload));
    }

    /** What depends on a shape depends on the axis. */
    private static JsonNode chosen(Map<String, Line> lines, Function<Line, JsonNode> what) {
        ObjectNode choice = JsonMapper.shared().createObjectNode();
        ObjectNode choices = choice.putObject("$" + LEVELS);
        lines.forEach((name, line) -> choices.set(name, what.apply(line)));
        return choice;
    }

    private static ObjectNode written(long waitMillis, JsonNode shape, JsonNode reply) {
        ObjectNode workload = JsonMapper.shared().createObjectNode();
        workload.put("baseline", "virtual-threads")
                .put("protocol", GatewayRows.PROTOCOL)
                .put("slice", Math.max(1_000, 2 * waitMillis) + "ms")
                .put("lead", Math.max(300, waitMillis) + "ms")
                .put("timeout", "30s");
        workload.putObject("server").put("connections", "256").set(NAME, shape);
        workload.putObject("axes").putArray("rate").add(20);
        workload.putObject("instrument")
                .put("name", "services")
                .put("protocol", "http")
                .putObject("options")
                .set(NAME, shape);
        workload.putObject("arrivals")
                .put("model", "poisson")
                .put("perSecond", "$rate")
                .put("connections", 100);
        workload.set("script", script(reply));
        workload.putObject("quick").put("warm-up", "2s").put("measure", "6s");
        workload.putObject("full").put("warm-up", "10s").put("measure", "60s");
        return workload;
    }

    private static ArrayNode script(JsonNode reply) {
        ArrayNode script = JsonMapper.shared().createArrayNode().add("connect");
        ArrayNode steps = script.addObject().putObject("repeat").putArray("steps");
        // One request: each arrival of an open loop does all steps.
        String request = "GET /users/" + USER + "/overview HTTP/1.1\r\nHost: gateway\r\n\r\n";
        steps.addObject().putObject("send").put("text", request);
        steps.addObject().set("expect", reply);
        return script;
    }

    private static byte[] bytes(ObjectNode tree) {
        return tree.toString().getBytes(StandardCharsets.UTF_8);
    }
}
