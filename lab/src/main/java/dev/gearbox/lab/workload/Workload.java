package dev.gearbox.lab.workload;

import dev.gearbox.data.Place;
import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.load.plan.BadPlanException;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A load, job or memory measurement of subjects, as a data file: one file for a whole grid of cells. The key {@code kind} gives the kind. Immutable.
 */
public abstract sealed class Workload permits LoadWorkload, JobWorkload, MemoryWorkload {
    private final Place file;
    private final String name;
    private final String summary;
    private final String source;
    private final ParameterGrid grid;
    private final CoreNeeds needs;
    private final Map<Length, Map<String, List<String>>> narrowed = new EnumMap<>(Length.class);

    /** The common keys of the files of all workloads. */
    interface Form {
        Optional<String> kind();

        String name();

        String summary();

        String source();

        Optional<Map<String, List<String>>> axes();

        Optional<CoreNeeds> cores();
    }

    /**
     * Decodes the common part of the files of all workloads.
     *
     * @param kind its name in the file
     * @param axes other values for some axes, by length
     */
    Workload(String file, Form form, String kind, Map<Length, Optional<Map<String, List<String>>>> axes) {
        this.file = Place.of(file);
        String said = form.kind().orElse(LoadWorkload.KIND);
        if (!said.equals(kind)) {
            throw error("kind", "must be " + kind + ", not \"" + said + "\"");
        }
        name = form.name();
        summary = form.summary();
        source = form.source();
        needs = form.cores().orElse(CoreNeeds.NONE);
        grid = new ParameterGrid(form.axes().orElse(Map.of()));
        axes.forEach((length, values) ->
                narrowed.put(length, grid.narrowed(this.file.at(length.key()), values.orElse(Map.of()))));
    }

    /**
     * Decodes a workload file, of whichever kind, and checks every cell of it.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @throws LabException naming file and key: not YAML, an unknown or missing key, a value out of range
     */
    public static Workload decode(String file, InputStream in) throws IOException {
        JsonNode tree = DataFiles.READER.tree(file, in);
        String kind = tree.path("kind").asString(LoadWorkload.KIND);
        return switch (kind) {
            case LoadWorkload.KIND -> LoadWorkload.decode(file, tree);
            case JobWorkload.KIND -> JobWorkload.decode(file, tree);
            case MemoryWorkload.KIND -> MemoryWorkload.decode(file, tree);
            default ->
                throw DataFiles.READER.error(
                        Place.of(file).at("kind"),
                        "must be one of "
                                + String.join(", ", LoadWorkload.KIND, JobWorkload.KIND, MemoryWorkload.KIND)
                                + ", not \"" + kind + "\"");
        };
    }

    /** Creates an error about a key of the file. */
    final RuntimeException error(String key, String what) {
        return DataFiles.READER.error(file.at(key), what);
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

    /** Returns the cores that it needs. */
    public final CoreNeeds needs() {
        return needs;
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
    final void checkNames(JsonNode template) {
        grid.checkNames(file, template);
    }

    /** Returns the place of the whole file, for messages. */
    final Place file() {
        return file;
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
            throw wrong instanceof LabException named && message.startsWith(file.file())
                    ? named
                    : new LabException(file + ": " + message, wrong);
        }
    }

    @Override
    public final String toString() {
        return name;
    }
}
