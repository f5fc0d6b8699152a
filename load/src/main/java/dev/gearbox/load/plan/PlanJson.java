package dev.gearbox.load.plan;

import dev.gearbox.data.DataReader;
import dev.gearbox.data.Place;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads plans, commands and reports, strictly. An error in one is a {@link BadPlanException} that names its position. */
public final class PlanJson {
    private static final DataReader READER = DataReader.ofPrograms(JsonMapper.builder(), BadPlanException::new);

    private PlanJson() {}

    /**
     * Parses JSON, without checking its keys.
     *
     * @param where a name for the whole, for messages
     */
    public static JsonNode parse(String json, String where) {
        return READER.tree(where, json);
    }

    /**
     * Reads a record from Jackson's tree, which may also come from YAML.
     *
     * @param where a name for the whole, for messages
     */
    public static <T> T read(JsonNode tree, String where, Class<T> type) {
        return READER.decode(Place.of(where), tree, type);
    }
}
