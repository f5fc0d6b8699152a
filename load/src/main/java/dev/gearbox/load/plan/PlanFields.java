package dev.gearbox.load.plan;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One object of a data file, read strictly: every key must be read before {@link #end()}; any other key is an error that names the key, its position and
 * the known keys. Works on Jackson's tree, so that YAML and JSON decode alike.
 */
public final class PlanFields {
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonNode node;
    private final String where;
    private final Set<String> known = new LinkedHashSet<>();

    private PlanFields(JsonNode node, String where) {
        this.node = node;
        this.where = where;
    }

    public static PlanFields of(JsonNode node, String where) {
        if (!node.isObject()) {
            throw new BadPlanException(where + ": expected keys and values, found " + kind(node));
        }
        return new PlanFields(node, where);
    }

    public static JsonNode parse(String json, String where) {
        try {
            return JSON.readTree(json);
        } catch (JacksonException e) {
            throw new BadPlanException(where + ": invalid JSON: "
                    + e.getOriginalMessage().lines().findFirst().orElse(""));
        }
    }

    /** Returns the position of a key, for messages. */
    public String at(String key) {
        return where.isEmpty() ? key : where + "." + key;
    }

    public Optional<JsonNode> optional(String key) {
        known.add(key);
        return node.optional(key).filter(value -> !value.isNull());
    }

    public JsonNode required(String key) {
        return optional(key).orElseThrow(() -> new BadPlanException(prefix() + "\"" + key + "\" is missing"));
    }

    public String text(String key) {
        return text(required(key), at(key));
    }

    public long integer(String key, long least, long most) {
        return integer(required(key), at(key), least, most);
    }

    public double number(String key) {
        return number(required(key), at(key));
    }

    public boolean truth(String key) {
        return truth(required(key), at(key));
    }

    public Duration duration(String key) {
        return PlanDurations.parse(text(key), at(key));
    }

    public List<String> texts(String key) {
        JsonNode value = required(key);
        if (!value.isArray()) {
            throw new BadPlanException(at(key) + ": expected a list, found " + kind(value));
        }
        return value.valueStream().map(item -> text(item, at(key))).toList();
    }

    /** Fails if there is an unknown key. */
    public void end() {
        for (String key : node.propertyNames()) {
            if (!known.contains(key)) {
                throw new BadPlanException(
                        prefix() + "unknown key \"" + key + "\". Known: " + String.join(", ", known));
            }
        }
    }

    private String prefix() {
        return where.isEmpty() ? "" : where + ": ";
    }

    public static String text(JsonNode value, String where) {
        if (!value.isString()) {
            throw new BadPlanException(where + ": expected text, found " + kind(value));
        }
        return value.stringValue();
    }

    public static double number(JsonNode value, String where) {
        if (!value.isNumber()) {
            throw new BadPlanException(where + ": expected a number, found " + kind(value));
        }
        return value.doubleValue();
    }

    public static boolean truth(JsonNode value, String where) {
        if (!value.isBoolean()) {
            throw new BadPlanException(where + ": expected true or false, found " + kind(value));
        }
        return value.booleanValue();
    }

    public static long integer(JsonNode value, String where, long least, long most) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new BadPlanException(where + ": expected an integer, found " + kind(value));
        }
        long number = value.longValue();
        if (number < least || number > most) {
            throw new BadPlanException(where + ": " + number + " is out of range: " + least + " to " + most);
        }
        return number;
    }

    static String kind(JsonNode value) {
        String shown = value.toString();
        return shown.length() <= 60 ? shown : shown.substring(0, 57) + "...";
    }
}
