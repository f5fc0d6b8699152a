package dev.gearbox.evidence;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The strict JSON of results: an unknown key is an error, and so is a missing number. The module {@code data} does not read it, because it requires
 * everything that is not an {@code Optional}: in results, an unknown property of a subject is null, and a key that is newer than the file is absent.
 */
public final class StrictJson {
    /** One line. */
    public static final JsonMapper LINE = mapper().build();

    /** Indented, for human readers. */
    public static final JsonMapper PRETTY =
            mapper().enable(SerializationFeature.INDENT_OUTPUT).build();

    private StrictJson() {}

    private static JsonMapper.Builder mapper() {
        return JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** Returns the first twelve hex digits of a digest of the tree, independent of the order of its keys. */
    public static String digest(JsonNode tree) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(sorted(tree).toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            TreeMap<String, JsonNode> keys = new TreeMap<>();
            object.properties().forEach(entry -> keys.put(entry.getKey(), sorted(entry.getValue())));
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            keys.forEach(result::set);
            return result;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            array.values().forEach(element -> result.add(sorted(element)));
            return result;
        }
        return node;
    }
}
