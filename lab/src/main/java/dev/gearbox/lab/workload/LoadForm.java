package dev.gearbox.lab.workload;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What users do, and with which servers: what is the same in the file of a load and in that of idle connections.
 *
 * @param template the keys in which axes may occur, as they stand
 * @param timeout how long an answer may take
 * @param also specs of servers that are made for it
 */
record LoadForm(ObjectNode template, Duration timeout, List<String> also) {
    /** The keys of it. */
    interface Keys {
        JsonNode protocol();

        Optional<JsonNode> server();

        Optional<JsonNode> requires();

        JsonNode arrivals();

        JsonNode script();

        Optional<JsonNode> background();

        Optional<Duration> timeout();

        Optional<List<String>> also();
    }

    LoadForm {
        also = List.copyOf(also);
    }

    static LoadForm of(Keys keys) {
        ObjectNode template = JsonNodeFactory.instance.objectNode();
        template.set("protocol", keys.protocol());
        template.set("arrivals", keys.arrivals());
        template.set("script", keys.script());
        keys.server().ifPresent(server -> template.set("server", server));
        keys.requires().ifPresent(requires -> template.set("requires", requires));
        keys.background().ifPresent(background -> template.set("background", background));
        return new LoadForm(
                template,
                keys.timeout().orElse(Duration.ofSeconds(10)),
                keys.also().orElse(List.of()));
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
}
