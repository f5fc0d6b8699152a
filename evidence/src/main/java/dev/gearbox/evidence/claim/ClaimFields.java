package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.EvidenceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * One object of a data file with its position, so that every message names file and key. An unknown key is an error, because a typo would silently test
 * something else.
 *
 * @param file its name
 * @param path the position of the object in the file; empty for the root
 * @param node the object
 */
record ClaimFields(String file, String path, ObjectNode node) {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    static ClaimFields read(String file, InputStream in, String... keys) throws IOException {
        try {
            return of(file, "", YAML.readTree(in), keys);
        } catch (JacksonException broken) {
            String line = String.valueOf(broken.getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
            throw new EvidenceException(file + ": not valid YAML: " + line, broken);
        }
    }

    static ClaimFields of(String file, String path, JsonNode node, String... keys) {
        if (!(node instanceof ObjectNode object)) {
            throw new EvidenceException(file + ": " + (path.isEmpty() ? "the file" : path) + " must be an object");
        }
        List<String> known = Arrays.asList(keys);
        for (String key : object.propertyNames()) {
            if (!known.contains(key)) {
                String where = path.isEmpty() ? "" : " in " + path;
                throw new EvidenceException(
                        file + ": unknown key \"" + key + "\"" + where + ". Known: " + String.join(", ", known));
            }
        }
        return new ClaimFields(file, path, object);
    }

    boolean has(String key) {
        return node.hasNonNull(key);
    }

    JsonNode required(String key) {
        JsonNode value = node.get(key);
        if (value == null || value.isNull()) {
            throw error(key, "is missing");
        }
        return value;
    }

    String text(String key) {
        JsonNode value = required(key);
        if (!value.isValueNode() || value.asString().isBlank()) {
            throw error(key, "must be a text");
        }
        return value.asString().strip();
    }

    Optional<String> optionalText(String key) {
        return has(key) ? Optional.of(text(key)) : Optional.empty();
    }

    /** Reads a finite number above zero. */
    double positive(String key) {
        JsonNode value = required(key);
        if (!value.isNumber() || !(value.asDouble() > 0) || !Double.isFinite(value.asDouble())) {
            throw error(key, "must be a number above 0");
        }
        return value.asDouble();
    }

    ClaimFields object(String key, String... keys) {
        return of(file, at(key), required(key), keys);
    }

    /** Reads names and values with arbitrary names. */
    Map<String, String> map(String key) {
        JsonNode value = required(key);
        if (!(value instanceof ObjectNode object)) {
            throw error(key, "must be an object");
        }
        Map<String, String> map = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            if (!entry.getValue().isNumber() && !entry.getValue().isString()) {
                throw error(key + "." + entry.getKey(), "must be one number or text");
            }
            map.put(entry.getKey(), entry.getValue().asString());
        }
        return map;
    }

    List<JsonNode> list(String key) {
        JsonNode value = required(key);
        if (!value.isArray() || value.isEmpty()) {
            throw error(key, "must be a list with at least one element");
        }
        return List.copyOf(value.values());
    }

    EvidenceException error(String key, String what) {
        return new EvidenceException(file + ": " + at(key) + " " + what);
    }

    /** Creates the same exception with a cause. */
    EvidenceException error(String key, String what, Throwable cause) {
        return new EvidenceException(file + ": " + at(key) + " " + what, cause);
    }

    String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
