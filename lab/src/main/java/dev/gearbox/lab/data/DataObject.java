package dev.gearbox.lab.data;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * One object of a data file with its position, so that every message names file and key. It is created with its valid keys; any other key is an error,
 * because a typo would silently run a different experiment.
 */
public record DataObject(String file, String path, ObjectNode node) {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m)");

    /** Returns the root object of a file; if no keys are given, any key is valid. */
    public static DataObject read(String file, InputStream in, String... known) throws IOException {
        try {
            JsonNode tree = YAML.readTree(in);
            return of(file, "", tree, known);
        } catch (JacksonException broken) {
            throw new LabException(file + ": not valid YAML: " + firstLine(broken.getOriginalMessage()), broken);
        }
    }

    public static DataObject of(String file, String path, @Nullable JsonNode node, String... known) {
        if (!(node instanceof ObjectNode object)) {
            throw new LabException(file + ": " + (path.isEmpty() ? "the file" : path) + " must be an object");
        }
        List<String> keys = Arrays.asList(known);
        for (String key : object.propertyNames()) {
            if (keys.size() > 0 && !keys.contains(key)) {
                String where = path.isEmpty() ? "" : " in " + path;
                throw new LabException(file + ": " + UnknownNames.unknown("key" + where, key, new TreeSet<>(keys)));
            }
        }
        return new DataObject(file, path, object);
    }

    public boolean has(String key) {
        return node.has(key);
    }

    public JsonNode required(String key) {
        return optional(key).orElseThrow(() -> error(key, "is missing"));
    }

    public Optional<JsonNode> optional(String key) {
        JsonNode value = node.get(key);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    public String text(String key) {
        JsonNode value = required(key);
        if (!value.isValueNode() || value.asString().isBlank()) {
            throw error(key, "must be a text");
        }
        return value.asString().strip();
    }

    /** Reads a duration such as {@code 500ms}, {@code 10s}, {@code 2m}. */
    public Duration duration(String key) {
        Matcher matcher = DURATION.matcher(text(key));
        if (!matcher.matches()) {
            throw error(key, "must be a duration such as 500ms, 10s or 2m, not \"" + text(key) + "\"");
        }
        double unit = switch (matcher.group(2)) {
            case "ms" -> 1e6;
            case "s" -> 1e9;
            default -> 60e9;
        };
        return Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * unit));
    }

    public DataObject object(String key, String... known) {
        return of(file, at(key), required(key), known);
    }

    public List<JsonNode> list(String key) {
        JsonNode value = required(key);
        if (!value.isArray() || value.isEmpty()) {
            throw error(key, "must be a list with at least one element");
        }
        return new ArrayList<>(value.values());
    }

    public LabException error(String key, String what) {
        return new LabException(file + ": " + at(key) + " " + what);
    }

    private String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
