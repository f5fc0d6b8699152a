package dev.gearbox.lab.workload;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    /** Its keys in a file. */
    interface Keys {
        JsonNode protocol();

        Optional<JsonNode> server();

        Optional<JsonNode> requires();

        JsonNode arrivals();

        JsonNode script();

        Optional<JsonNode> background();

        /** The instrument that subjects call; only loads have one. */
        default Optional<JsonNode> instrument() {
            return Optional.empty();
        }

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
        keys.instrument().ifPresent(instrument -> template.set("instrument", instrument));
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
            Duration slice,
            Duration lead) {
        JsonNode filled = ParameterGrid.fill(template, parameters);
        return Cell.decode(workload, length, parameters, filled, warmUp, measure, timeout, slice, lead);
    }
}
