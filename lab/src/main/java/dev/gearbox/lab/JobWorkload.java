package dev.gearbox.lab;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
 * origin: {delay: 300ms, size: $bytes}                      options of the origin, the instrument (may be left out: the job needs none)
 * job: {pages: 1000, work: $work, timeout: 60s}             what a subject is told; beside this it hears the origin's port
 * count: pages                                              which of these says how many units the job has
 * ideal: {wait: 300ms, each: {$work: {none: 0ms, arithmetic: 6ms}}}   the least that it can take: a wait that units share, and what each adds
 * baseline: ideal                                           who the others are compared with, if that one takes part
 * named: true                                               only when somebody names it, or a claim needs it (default: false)
 * quick: {longest: 1s, axes: {bytes: [1024]}}    full: {longest: 10s}     a job that takes longer is done in part, which is said
 * </pre>
 * Decoding expands and checks every cell of every length, so that a file that loads also runs.
 */
public final class JobWorkload {
    private static final String[] KEYS = {
        "kind",
        "name",
        "summary",
        "source",
        "requires",
        "axes",
        "origin",
        "job",
        "count",
        "ideal",
        "baseline",
        "named",
        "quick",
        "full"
    };

    private record Span(Duration longest, Map<String, List<String>> axes) {}

    private final String file;
    private final String name;
    private final String summary;
    private final String source;
    private final String count;
    private final String baseline;
    private final boolean named;
    private final Grid grid;
    private final ObjectNode template;
    private final Map<Length, Span> spans = new EnumMap<>(Length.class);

    private JobWorkload(DataObject data) {
        file = data.file();
        if (!data.text("kind").equals("job")) {
            throw data.error("kind", "must be job, not \"" + data.text("kind") + "\"");
        }
        name = data.text("name");
        summary = data.text("summary");
        source = data.text("source");
        count = data.text("count");
        baseline = data.text("baseline");
        named = data.has("named") && data.required("named").asBoolean();
        grid = Grid.decode(data);
        template = JsonNodeFactory.instance.objectNode();
        for (String key : List.of("job", "ideal")) {
            template.set(key, data.required(key));
        }
        for (String key : List.of("origin", "requires")) {
            data.optional(key).ifPresent(value -> template.set(key, value));
        }
        for (Length length : Length.values()) {
            DataObject span = data.object(length.key(), "longest", "axes");
            spans.put(length, new Span(span.duration("longest"), grid.narrowed(span)));
        }
        grid.checkNames(data, template);
    }

    /**
     * Decodes a workload file and checks every cell of it.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @throws LabException naming file and key: not YAML, an unknown or missing key, a value out of range
     */
    public static JobWorkload decode(String file, InputStream in) throws IOException {
        JobWorkload workload = new JobWorkload(DataObject.read(file, in, KEYS));
        for (Length length : Length.values()) {
            workload.cells(length, Map.of());
        }
        return workload;
    }

    /** The name on the command line. */
    public String name() {
        return name;
    }

    /** What the job is, in a line. */
    public String summary() {
        return summary;
    }

    /** Where it comes from: a publication, or why it is here. */
    public String source() {
        return source;
    }

    /** The label of the one that the others are compared with when nobody says so. */
    public String baseline() {
        return baseline;
    }

    /** Whether it runs only when somebody names it, or a claim needs it. */
    public boolean named() {
        return named;
    }

    /** Its axes and their values. */
    public Map<String, List<String>> axes() {
        return grid.axes();
    }

    /**
     * The cells of the grid.
     *
     * @param length which bounds, and which values the file has for them
     * @param overrides other values for some axes, by axis
     * @throws LabException when an axis does not exist or a value makes no sense
     */
    public List<JobCell> cells(Length length, Map<String, List<String>> overrides) {
        try {
            Span span = spans.get(length);
            if (span == null) {
                throw new IllegalStateException("every length was decoded");
            }
            List<JobCell> cells = new ArrayList<>();
            for (Map<String, String> parameters :
                    grid.with(span.axes).with(overrides).cells()) {
                cells.add(cell(length, span, parameters));
            }
            return cells;
        } catch (LabException wrong) {
            String message = String.valueOf(wrong.getMessage());
            throw message.startsWith(file) ? wrong : new LabException(file + ": " + message, wrong);
        }
    }

    private JobCell cell(Length length, Span span, Map<String, String> parameters) {
        DataObject data = DataObject.of(file, "", Grid.fill(template, parameters));
        DataObject job = data.object("job");
        JsonNode units = job.required(count);
        if (!units.isIntegralNumber() || units.asLong() < 1) {
            throw job.error(count, "must say how many, as a number from 1");
        }
        Set<String> requires = new LinkedHashSet<>();
        if (data.has("requires")) {
            data.list("requires").forEach(ability -> requires.add(ability.asString()));
        }
        return new JobCell(
                name,
                length,
                parameters,
                requires,
                data.has("origin") ? Optional.of(options(data.object("origin"))) : Optional.empty(),
                job.node(),
                count,
                Ideal.decode(data.object("ideal", "wait", "each")),
                span.longest,
                job.duration("timeout"));
    }

    private static Map<String, String> options(DataObject data) {
        Map<String, String> options = new LinkedHashMap<>();
        data.node().propertyNames().forEach(option -> options.put(option, data.text(option)));
        return options;
    }

    @Override
    public String toString() {
        return name;
    }
}
