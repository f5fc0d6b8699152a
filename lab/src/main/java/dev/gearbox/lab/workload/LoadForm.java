package dev.gearbox.lab.workload;

import dev.gearbox.lab.data.DataObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The users and servers of a workload: the part that the files of loads and of idle connections have in common.
 *
 * @param template the keys in which axes may occur, unexpanded
 * @param timeout how long an answer may take
 * @param also specs of additional servers
 */
record LoadForm(ObjectNode template, Duration timeout, List<String> also) {
    static final List<String> KEYS =
            List.of("protocol", "server", "requires", "timeout", "also", "arrivals", "script", "background");

    LoadForm {
        also = List.copyOf(also);
    }

    static LoadForm decode(DataObject data) {
        return new LoadForm(
                template(data),
                data.has("timeout") ? data.duration("timeout") : Duration.ofSeconds(10),
                data.has("also") ? texts(data, "also") : List.of());
    }

    Cell cell(
            Workload workload,
            Length length,
            Map<String, String> parameters,
            Duration warmUp,
            Duration measure,
            Duration slice) {
        JsonNode filled = ParameterGrid.fill(template, parameters);
        return Cell.decode(workload, length, parameters, filled, warmUp, measure, timeout, slice);
    }

    private static List<String> texts(DataObject data, String key) {
        return data.list(key).stream()
                .map(node -> {
                    if (!node.isString()) {
                        throw data.error(key, "must be a list of texts");
                    }
                    return node.asString();
                })
                .toList();
    }

    private static ObjectNode template(DataObject data) {
        ObjectNode template = JsonNodeFactory.instance.objectNode();
        for (String key : List.of("protocol", "arrivals", "script")) {
            template.set(key, data.required(key));
        }
        for (String key : List.of("server", "requires", "background")) {
            data.optional(key).ifPresent(value -> template.set(key, value));
        }
        return template;
    }
}
