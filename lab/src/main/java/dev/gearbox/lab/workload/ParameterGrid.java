package dev.gearbox.lab.workload;

import dev.gearbox.lab.data.DataObject;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.data.UnknownNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The axes of a workload: lists of values whose product is the set of cells, instead of one file for each. A cell replaces {@code $connections} in a file
 * by its value; the reference must be the whole value, so that numbers stay numbers. It replaces {@code {$bytes: {64: 4000, 16384: 250}}} by the entry for
 * its value of that axis.
 */
record ParameterGrid(Map<String, List<String>> axes) {
    private static final String NAME = "\\$[a-z][a-z-]*";

    ParameterGrid {
        axes = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(axes));
    }

    /** Returns the axes of a file; none if it has no such key. */
    static ParameterGrid decode(DataObject data) {
        return new ParameterGrid(data.has("axes") ? axes(data) : Map.of());
    }

    /** Returns the axes of the whole file, narrowed by a part of it. */
    Map<String, List<String>> narrowed(DataObject part) {
        Map<String, List<String>> narrowed = part.has("axes") ? axes(part) : Map.of();
        for (String axis : narrowed.keySet()) {
            if (!axes.containsKey(axis)) {
                throw part.error("axes", "has an " + UnknownNames.unknown("axis", axis, axes.keySet()));
            }
        }
        return narrowed;
    }

    /** Checks that the template uses every axis, and no other. */
    void checkNames(DataObject data, JsonNode template) {
        Set<String> used = names(template);
        for (String axis : used) {
            if (!axes.containsKey(axis)) {
                throw data.error("axes", "has no \"" + axis + "\", but the file says $" + axis);
            }
        }
        Set<String> unused = new LinkedHashSet<>(axes.keySet());
        unused.removeAll(used);
        if (!unused.isEmpty()) {
            throw data.error(
                    "axes." + unused.iterator().next(),
                    "is never used: there is no $" + unused.iterator().next());
        }
    }

    private static Map<String, List<String>> axes(DataObject data) {
        DataObject axes = data.object("axes");
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String axis : axes.node().propertyNames()) {
            List<String> list = new ArrayList<>();
            for (JsonNode value : axes.list(axis)) {
                if (!value.isNumber() && !value.isString()) {
                    throw axes.error(axis, "must be a list of numbers or texts");
                }
                list.add(value.asString());
            }
            values.put(axis, list);
        }
        return values;
    }

    /** Returns the same with other values on some axes. */
    ParameterGrid with(Map<String, List<String>> values) {
        Map<String, List<String>> merged = new LinkedHashMap<>(axes);
        values.forEach((axis, list) -> {
            if (!axes.containsKey(axis)) {
                throw new LabException(UnknownNames.unknown("axis", axis, axes.keySet()));
            }
            merged.put(axis, List.copyOf(list));
        });
        return new ParameterGrid(merged);
    }

    /** Returns every combination; the last axis changes fastest. */
    List<Map<String, String>> cells() {
        List<Map<String, String>> cells = List.of(Map.of());
        for (Map.Entry<String, List<String>> axis : axes.entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> cell : cells) {
                for (String value : axis.getValue()) {
                    Map<String, String> extended = new LinkedHashMap<>(cell);
                    extended.put(axis.getKey(), value);
                    longer.add(extended);
                }
            }
            cells = longer;
        }
        return cells;
    }

    /** Returns the names of the references in a tree. */
    static Set<String> names(JsonNode tree) {
        Set<String> names = new LinkedHashSet<>();
        collect(tree, names);
        return names;
    }

    private static void collect(JsonNode node, Set<String> names) {
        if (isName(node)) {
            names.add(node.stringValue().substring(1));
        }
        chosenBy(node).ifPresent(names::add);
        node.values().forEach(child -> collect(child, names));
    }

    /** Returns a copy of the template with the cell's values in place of the references. */
    static JsonNode fill(JsonNode node, Map<String, String> cell) {
        if (isName(node)) {
            return scalar(value(node.stringValue().substring(1), cell));
        }
        Optional<String> axis = chosenBy(node);
        if (axis.isPresent()) {
            return fill(
                    choice(
                            axis.get(),
                            value(axis.get(), cell),
                            node.values().iterator().next()),
                    cell);
        }
        if (node instanceof ObjectNode object) {
            ObjectNode filled = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(entry -> filled.set(entry.getKey(), fill(entry.getValue(), cell)));
            return filled;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode filled = JsonNodeFactory.instance.arrayNode();
            array.values().forEach(element -> filled.add(fill(element, cell)));
            return filled;
        }
        return node;
    }

    private static String value(String axis, Map<String, String> cell) {
        String value = cell.get(axis);
        if (value == null) {
            throw new LabException(UnknownNames.unknown("axis", axis, cell.keySet()));
        }
        return value;
    }

    private static JsonNode choice(String axis, String value, JsonNode choices) {
        JsonNode chosen = choices.get(value);
        if (chosen == null) {
            throw new LabException("$" + axis + " chooses among " + String.join(", ", choices.propertyNames())
                    + ", and none is for " + value + ": give one in the file");
        }
        return chosen;
    }

    /** Returns the axis by which a node chooses. */
    private static Optional<String> chosenBy(JsonNode node) {
        return node.isObject() && node.size() == 1
                ? node.propertyNames().stream()
                        .filter(key -> key.matches(NAME))
                        .map(key -> key.substring(1))
                        .findFirst()
                : Optional.empty();
    }

    private static boolean isName(JsonNode node) {
        return node.isString() && node.stringValue().matches(NAME);
    }

    private static JsonNode scalar(String value) {
        JsonNodeFactory factory = JsonNodeFactory.instance;
        if (value.matches("-?[0-9]{1,18}")) {
            return factory.numberNode(Long.parseLong(value));
        }
        return value.matches("-?[0-9]+\\.[0-9]+")
                ? factory.numberNode(Double.parseDouble(value))
                : factory.stringNode(value);
    }
}
