package dev.gearbox.load.plan;

import dev.gearbox.data.DataReader;
import dev.gearbox.data.Place;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads plans, commands and reports strictly. What is wrong with one is a {@link BadPlanException} that names the place. */
public final class PlanJson {
    private static final DataReader READER = DataReader.ofPrograms(JsonMapper.builder(), BadPlanException::new);

    private PlanJson() {}

    /**
     * Reads JSON without looking at what is in it.
     *
     * @param where what it is, for messages
     */
    public static JsonNode parse(String json, String where) {
        return READER.tree(where, json);
    }

    /**
     * Makes a record of Jackson's tree, which may come of YAML as well.
     *
     * @param where what it is, for messages
     */
    public static <T> T read(JsonNode tree, String where, Class<T> type) {
        return READER.decode(Place.of(where), tree, type);
    }
}
