package dev.gearbox.lab.workload;

import dev.gearbox.lab.data.DataObject;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.load.plan.BadPlanException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A load, job or memory measurement of subjects, as a data file: one file for a whole grid of cells. The key {@code kind} gives the kind. Immutable.
 */
public abstract sealed class Workload permits LoadWorkload, JobWorkload, MemoryWorkload {
    private static final List<String> KEYS = List.of("kind", "name", "summary", "source", "axes", "quick", "full");

    private final String file;
    private final String name;
    private final String summary;
    private final String source;
    private final ParameterGrid grid;
    private final Map<Length, DataObject> lengths = new EnumMap<>(Length.class);
    private final Map<Length, Map<String, List<String>>> narrowed = new EnumMap<>(Length.class);

    /**
     * Decodes the common part of the files of all workloads.
     *
     * @param kind its name in the file
     * @param lengthKeys the keys of each length besides its axes; if there are none, a length may be left out
     */
    Workload(DataObject data, String kind, List<String> lengthKeys) {
        if (!kind(data).equals(kind)) {
            throw data.error("kind", "must be " + kind + ", not \"" + kind(data) + "\"");
        }
        file = data.file();
        name = data.text("name");
        summary = data.text("summary");
        source = data.text("source");
        grid = ParameterGrid.decode(data);
        List<String> keys = new ArrayList<>(lengthKeys);
        keys.add("axes");
        for (Length length : Length.values()) {
            DataObject part = lengthKeys.isEmpty() && !data.has(length.key())
                    ? DataObject.of(file, length.key(), JsonNodeFactory.instance.objectNode())
                    : data.object(length.key(), keys.toArray(String[]::new));
            lengths.put(length, part);
            narrowed.put(length, grid.narrowed(part));
        }
    }

    /**
     * Decodes a workload file, of whichever kind, and checks every cell of it.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @throws LabException naming file and key: not YAML, an unknown or missing key, a value out of range
     */
    public static Workload decode(String file, InputStream in) throws IOException {
        byte[] text = in.readAllBytes();
        DataObject data = DataObject.read(file, new ByteArrayInputStream(text));
        InputStream again = new ByteArrayInputStream(text);
        return switch (kind(data)) {
            case LoadWorkload.KIND -> LoadWorkload.decode(file, again);
            case JobWorkload.KIND -> JobWorkload.decode(file, again);
            case MemoryWorkload.KIND -> MemoryWorkload.decode(file, again);
            default ->
                throw data.error(
                        "kind",
                        "must be one of "
                                + String.join(", ", LoadWorkload.KIND, JobWorkload.KIND, MemoryWorkload.KIND)
                                + ", not \"" + kind(data) + "\"");
        };
    }

    private static String kind(DataObject data) {
        return data.has("kind") ? data.text("kind") : LoadWorkload.KIND;
    }

    /** Returns the valid keys of a file: those of all workloads, and those of its kind. */
    static String[] keys(List<String> form, String... own) {
        return Stream.of(KEYS.stream(), form.stream(), Stream.of(own))
                .flatMap(each -> each)
                .toArray(String[]::new);
    }

    /** Returns the name on the command line. */
    public final String name() {
        return name;
    }

    /** Returns what users or subjects do, in one line. */
    public final String summary() {
        return summary;
    }

    /** Returns its source: a publication, or the reason for including it. */
    public final String source() {
        return source;
    }

    /** Returns the specs of additional subjects, compared with the default ones unless subjects are named. */
    public List<String> also() {
        return List.of();
    }

    /** Returns the label of the baseline; empty: the default one. */
    public String baseline() {
        return "";
    }

    /** Returns whether it runs only if it is named, or a claim needs it. */
    public boolean named() {
        return false;
    }

    /** Returns its axes and their values. */
    public final Map<String, List<String>> axes() {
        return grid.axes();
    }

    /**
     * Returns the cells of the grid.
     *
     * @param length the set of durations or bounds, and of values of the axes
     * @param overrides other values for some axes, by axis
     * @throws LabException if an axis does not exist or a value is invalid
     */
    public abstract List<? extends Condition> cells(Length length, Map<String, List<String>> overrides);

    /** Decodes every cell of every length, so that a file that loads also runs. */
    final void checkCells() {
        for (Length length : Length.values()) {
            cells(length, Map.of());
        }
    }

    /** Checks that the part of the file in which axes may occur uses every axis, and no other. */
    final void checkNames(DataObject data, JsonNode template) {
        grid.checkNames(data, template);
    }

    /** Returns the name of the file, for messages. */
    final String file() {
        return file;
    }

    /** Returns the part of the file for a length. */
    final DataObject length(Length length) {
        return Objects.requireNonNull(lengths.get(length));
    }

    /** Creates the cells from their parameters; errors name the file. */
    final <C extends Condition> List<C> cells(
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
    public final String toString() {
        return name;
    }
}
