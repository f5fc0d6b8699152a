package dev.gearbox.lab.workload;

import dev.gearbox.lab.data.DataObject;
import dev.gearbox.lab.data.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A job that each subject does itself, as a data file: one file for a whole grid of cells.
 * <pre>
 * kind: job
 * name: fetch
 * summary: one line          source: where it comes from
 * requires: [...]            abilities of a subject (may be left out)
 * axes: {bytes: [1024, 51200], work: [none, arithmetic]}
 * instrument:                                               the instrument of the study from which subjects fetch (may be left out)
 *   name: origin
 *   protocol: http
 *   options: {delay: 300ms, size: $bytes}
 * job: {pages: 1000, work: $work, timeout: 60s}             sent to a subject, together with the instrument's port
 * count: pages                                              the key of the job that gives its number of units
 * ideal: {wait: 300ms, each: {$work: {none: 0ms, arithmetic: 6ms}}}   the minimum time: a wait that units share, and the time that each adds
 * baseline: ideal                                           the arm with which the others are compared, if it takes part
 * named: true                                               runs only if it is named, or a claim needs it (default: false)
 * quick: {longest: 1s, axes: {bytes: [1024]}}    full: {longest: 10s}     a longer job is done in part, which results state
 * </pre>
 * Decoding expands and checks every cell of every length, so that a file that loads also runs.
 */
public final class JobWorkload extends Workload {
    /** The word in its file. */
    static final String KIND = "job";

    private static final List<String> KEYS =
            List.of("requires", "instrument", "job", "count", "ideal", "baseline", "named");

    private static final String LONGEST = "longest";

    private final String count;
    private final String baseline;
    private final boolean named;
    private final ObjectNode template;
    private final Map<Length, Duration> longest = new EnumMap<>(Length.class);

    private JobWorkload(DataObject data) {
        super(data, KIND, List.of(LONGEST));
        count = data.text("count");
        baseline = data.text("baseline");
        named = data.has("named") && data.required("named").asBoolean();
        template = JsonNodeFactory.instance.objectNode();
        for (String key : List.of("job", "ideal")) {
            template.set(key, data.required(key));
        }
        for (String key : List.of("instrument", "requires")) {
            data.optional(key).ifPresent(value -> template.set(key, value));
        }
        for (Length length : Length.values()) {
            longest.put(length, length(length).duration(LONGEST));
        }
        checkNames(data, template);
    }

    /**
     * Decodes a workload file and checks every cell of it.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @throws LabException naming file and key: not YAML, an unknown or missing key, a value out of range
     */
    public static JobWorkload decode(String file, InputStream in) throws IOException {
        JobWorkload workload = new JobWorkload(DataObject.read(file, in, keys(KEYS)));
        workload.checkCells();
        return workload;
    }

    @Override
    public String baseline() {
        return baseline;
    }

    @Override
    public boolean named() {
        return named;
    }

    @Override
    public List<JobCell> cells(Length length, Map<String, List<String>> overrides) {
        return cells(length, overrides, parameters -> cell(length, parameters));
    }

    private JobCell cell(Length length, Map<String, String> parameters) {
        DataObject data = DataObject.of(file(), "", ParameterGrid.fill(template, parameters));
        DataObject job = data.object("job");
        JsonNode units = job.required(count);
        if (!units.isIntegralNumber() || units.asLong() < 1) {
            throw job.error(count, "must be the number of units, from 1");
        }
        Set<String> requires = new LinkedHashSet<>();
        if (data.has("requires")) {
            data.list("requires").forEach(ability -> requires.add(ability.asString()));
        }
        return new JobCell(
                name(),
                length,
                parameters,
                requires,
                data.has("instrument") ? Optional.of(instrument(data)) : Optional.empty(),
                job.node(),
                count,
                IdealJobTime.decode(data.object("ideal", "wait", "each")),
                Objects.requireNonNull(longest.get(length)),
                job.duration("timeout"));
    }

    private static JobCell.InstrumentOptions instrument(DataObject data) {
        DataObject instrument = data.object("instrument", "name", "protocol", "options");
        DataObject given = instrument.object("options");
        Map<String, String> options = new LinkedHashMap<>();
        given.node().propertyNames().forEach(option -> options.put(option, given.text(option)));
        return new JobCell.InstrumentOptions(instrument.text("name"), instrument.text("protocol"), options);
    }
}
