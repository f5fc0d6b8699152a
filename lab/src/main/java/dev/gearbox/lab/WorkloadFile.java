package dev.gearbox.lab;

import dev.gearbox.load.BadPlanException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * What the files of all workloads have in common.
 *
 * @param file its name, for messages
 * @param name of the workload
 * @param summary in a line
 * @param source where it comes from
 * @param grid its axes
 * @param narrowed the axes to which each length narrows them
 */
record WorkloadFile(
        String file,
        String name,
        String summary,
        String source,
        Grid grid,
        Map<Length, Map<String, List<String>>> narrowed) {
    /** @param span the keys that a length has besides its axes */
    static WorkloadFile decode(DataObject data, String... span) {
        Grid grid = Grid.decode(data);
        Map<Length, Map<String, List<String>>> narrowed = new EnumMap<>(Length.class);
        for (Length length : Length.values()) {
            narrowed.put(length, grid.narrowed(length(data, length, span)));
        }
        return new WorkloadFile(
                data.file(), data.text("name"), data.text("summary"), data.text("source"), grid, narrowed);
    }

    /** The part of the file for a length. */
    static DataObject length(DataObject data, Length length, String... span) {
        List<String> keys = new ArrayList<>(List.of(span));
        keys.add("axes");
        return data.object(length.key(), keys.toArray(String[]::new));
    }

    /** Every axis has to be used by the part of the file in which axes may occur, and it may use no other. */
    void checkNames(DataObject data, JsonNode template) {
        grid.checkNames(data, template);
    }

    /** The cells for a length, each made of its parameters; what is wrong with one names the file. */
    <C extends Condition> List<C> cells(
            Length length, Map<String, List<String>> overrides, Function<Map<String, String>, C> cell) {
        try {
            return grid.with(Objects.requireNonNull(narrowed.get(length))).with(overrides).cells().stream()
                    .map(cell)
                    .toList();
        } catch (BadPlanException | LabException wrong) {
            String message = String.valueOf(wrong.getMessage());
            throw wrong instanceof LabException named && message.startsWith(file)
                    ? named
                    : new LabException(file + ": " + message, wrong);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
