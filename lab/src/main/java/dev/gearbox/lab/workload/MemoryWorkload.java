package dev.gearbox.lab.workload;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gearbox.data.Place;
import dev.gearbox.data.UnknownNames;
import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.lab.data.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The memory of an idle connection, as a data file: users who connect, say hello and stay idle, and the numbers of them over which the slope is taken, so
 * that the base memory of the process is excluded.
 * <pre>
 * kind: memory
 * name: idle
 * summary: one line          source: where it comes from
 * cores: {subject: 2, apart: true}     what it needs of a placement ({@link CoreNeeds}; may be left out)
 * axes: {quiet: [1000, 5000, 10000]}
 * over: quiet                the axis with the number of idle connections; its values are not separate cells
 * quiet-for: 3s              how long all connections have been idle when memory is read (default: no time)
 * protocol, server, requires, timeout, also, arrivals, script, background     as in a load
 * named: true                runs only if it is named, or a claim needs it (default: false)
 * quick: {axes: {quiet: [1000, 10000]}}    full: {...}                        may be left out
 * </pre>
 * Decoding expands and checks every cell of every length, so that a file that loads also runs.
 */
public final class MemoryWorkload extends Workload {
    /** The word in its file. */
    static final String KIND = "memory";

    private final LoadForm form;
    private final String over;
    private final Duration quietFor;
    private final boolean named;

    private record Part(Optional<Map<String, List<String>>> axes) {}

    private record Form(
            Optional<String> kind,
            String name,
            String summary,
            String source,
            Optional<Map<String, List<String>>> axes,
            Optional<CoreNeeds> cores,
            String over,
            @JsonProperty("quiet-for") Optional<Duration> quietFor,
            JsonNode protocol,
            Optional<JsonNode> server,
            Optional<JsonNode> requires,
            JsonNode arrivals,
            JsonNode script,
            Optional<JsonNode> background,
            Optional<Duration> timeout,
            Optional<List<String>> also,
            Optional<Boolean> named,
            Optional<Part> quick,
            Optional<Part> full)
            implements Workload.Form, LoadForm.Keys {}

    private MemoryWorkload(String file, Form said) {
        super(
                file,
                said,
                KIND,
                Map.of(Length.QUICK, said.quick.flatMap(Part::axes), Length.FULL, said.full.flatMap(Part::axes)));
        form = LoadForm.of(said);
        over = said.over;
        if (!axes().containsKey(over)) {
            throw error("over", "is an " + UnknownNames.unknown("axis", over, axes().keySet()));
        }
        quietFor = said.quietFor.orElse(Duration.ZERO);
        named = said.named.orElse(false);
        checkNames(form.template());
    }

    /**
     * Decodes a workload file and checks every cell of it.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @throws LabException naming file and key: not YAML, an unknown or missing key, a value out of range
     */
    public static MemoryWorkload decode(String file, InputStream in) throws IOException {
        return decode(file, DataFiles.READER.tree(file, in));
    }

    static MemoryWorkload decode(String file, JsonNode tree) {
        MemoryWorkload workload = new MemoryWorkload(file, DataFiles.READER.decode(Place.of(file), tree, Form.class));
        workload.checkCells();
        return workload;
    }

    /** Returns the axis with the number of idle connections. */
    public String over() {
        return over;
    }

    @Override
    public boolean named() {
        return named;
    }

    @Override
    public List<String> also() {
        return form.also();
    }

    @Override
    public List<MemoryCell> cells(Length length, Map<String, List<String>> overrides) {
        Map<Map<String, String>, List<Cell>> byOthers = new LinkedHashMap<>();
        cells(length, overrides, parameters -> point(length, parameters)).forEach(cell -> {
            Map<String, String> others = new LinkedHashMap<>(cell.parameters());
            others.remove(over);
            byOthers.computeIfAbsent(others, _ -> new ArrayList<>()).add(cell);
        });
        return byOthers.entrySet().stream()
                .map(cell -> cell(length, cell.getKey(), cell.getValue()))
                .toList();
    }

    /** The file has no durations: the design determines them. */
    private Cell point(Length length, Map<String, String> parameters) {
        return form.cell(
                this, length, parameters, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO, Cell.SHORT_LEAD);
    }

    private MemoryCell cell(Length length, Map<String, String> parameters, List<Cell> points) {
        if (points.stream().map(Cell::connections).distinct().count() < 2) {
            throw new LabException(
                    file().file() + ": the memory of an idle connection is the slope over their number, and needs"
                            + " at least two numbers of connections: give " + over + " more values");
        }
        Cell first = points.getFirst();
        if (points.stream()
                .anyMatch(point -> !point.arguments().equals(first.arguments())
                        || !point.requires().equals(first.requires()))) {
            throw new LabException(file().file() + ": $" + over
                    + " is the number of connections, and cannot be an option of the server");
        }
        return new MemoryCell(name(), length, parameters, points, quietFor);
    }
}
