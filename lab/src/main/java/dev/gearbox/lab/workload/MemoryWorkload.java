package dev.gearbox.lab.workload;

import dev.gearbox.lab.data.DataObject;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.data.UnknownNames;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory of an idle connection, as a data file: users who connect, say hello and stay idle, and the numbers of them over which the slope is taken, so
 * that the base memory of the process is excluded.
 * <pre>
 * kind: memory
 * name: idle
 * summary: one line          source: where it comes from
 * axes: {quiet: [1000, 5000, 10000]}
 * over: quiet                the axis with the number of idle connections; its values are not separate cells
 * quiet-for: 3s              how long all connections have been idle when memory is read (default: no time)
 * protocol, server, requires, timeout, also, arrivals, script, background     as in a load
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

    private MemoryWorkload(DataObject data) {
        super(data, KIND, List.of());
        form = LoadForm.decode(data);
        over = data.text("over");
        if (!axes().containsKey(over)) {
            throw data.error("over", "is an " + UnknownNames.unknown("axis", over, axes().keySet()));
        }
        quietFor = data.has("quiet-for") ? data.duration("quiet-for") : Duration.ZERO;
        checkNames(data, form.template());
    }

    /**
     * Decodes a workload file and checks every cell of it.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @throws LabException naming file and key: not YAML, an unknown or missing key, a value out of range
     */
    public static MemoryWorkload decode(String file, InputStream in) throws IOException {
        MemoryWorkload workload =
                new MemoryWorkload(DataObject.read(file, in, keys(LoadForm.KEYS, "over", "quiet-for")));
        workload.checkCells();
        return workload;
    }

    /** Returns the axis with the number of idle connections. */
    public String over() {
        return over;
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
        return form.cell(this, length, parameters, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO);
    }

    private MemoryCell cell(Length length, Map<String, String> parameters, List<Cell> points) {
        if (points.stream().map(Cell::connections).distinct().count() < 2) {
            throw new LabException(
                    file() + ": the memory of an idle connection is the slope over their number, and needs"
                            + " at least two numbers of connections: give " + over + " more values");
        }
        Cell first = points.getFirst();
        if (points.stream()
                .anyMatch(point -> !point.arguments().equals(first.arguments())
                        || !point.requires().equals(first.requires()))) {
            throw new LabException(
                    file() + ": $" + over + " is the number of connections, and cannot be an option of the server");
        }
        return new MemoryCell(name(), length, parameters, points, quietFor);
    }
}
