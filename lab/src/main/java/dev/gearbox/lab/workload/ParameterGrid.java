package dev.gearbox.lab.workload;

import dev.gearbox.data.Place;
import dev.gearbox.data.UnknownNames;
import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.lab.data.LabException;
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

    /** Returns the axes of a part of the file, which narrow those of the whole file. */
    Map<String, List<String>> narrowed(Place part, Map<String, List<String>> to) {
        for (String axis : to.keySet()) {
            if (!axes.containsKey(axis)) {
                throw DataFiles.READER.error(
                        part.at("axes"), "has an " + UnknownNames.unknown("axis", axis, axes.keySet()));
            }
        }
        return to;
    }

    /** Checks that the template uses every axis, and no other. */
    void checkNames(Place file, JsonNode template) {
        Set<String> used = names(template);
        for (String axis : used) {
            if (!axes.containsKey(axis)) {
                throw DataFiles.READER.error(file.at("axes"), "has no \"" + axis + "\", but the file says $" + axis);
            }
        }
        Set<String> unused = new LinkedHashSet<>(axes.keySet());
        unused.removeAll(used);
        if (!unused.isEmpty()) {
            String axis = unused.iterator().next();
            throw DataFiles.READER.error(file.at("axes").at(axis), "is never used: there is no $" + axis);
        }
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
