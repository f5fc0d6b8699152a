package dev.gearbox.lab.workload;

import dev.gearbox.data.Place;
import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.lab.data.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
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
 * cores: {subject: 2, apart: true}     what it needs of a placement ({@link CoreNeeds}; may be left out)
 * requires: [...]            abilities of a subject (may be left out)
 * axes: {bytes: [1024, 51200], work: [none, arithmetic]}
 * instrument:                                               the instrument of the study from which subjects fetch (may be left out)
 *   name: origin
 *   protocol: http
 *   options: {delay: 300ms, size: $bytes}
 * job: {pages: 1000, work: $work, timeout: 60s}             sent to a subject, together with the instrument's port
 * count: pages                                              the key of the job that gives its number of units
 * ideal: {wait: 300ms, each: {$work: {none: 0ms, arithmetic: 6ms}}}   the minimum time: a wait that units share, and the time that each adds
 *                                                           (and beside: 350ms, the remaining overhead of a job, for the plan of a run)
 * trace: 2                                                  units that are done once more with each system call traced (may be left out)
 * baseline: ideal                                           the arm with which the others are compared, if it takes part
 * named: true                                               runs only if it is named, or a claim needs it (default: false)
 * quick: {longest: 1s, axes: {bytes: [1024]}}    full: {longest: 10s}     a longer job is done in part, which results state
 * </pre>
 * Decoding expands and checks every cell of every length, so that a file that loads also runs.
 */
public final class JobWorkload extends Workload {
    /** The word in its file. */
    static final String KIND = "job";

    private record Bound(Duration longest, Optional<Map<String, List<String>>> axes) {}

    private record Form(
            Optional<String> kind,
            String name,
            String summary,
            String source,
            Optional<Map<String, List<String>>> axes,
            Optional<CoreNeeds> cores,
            Optional<JsonNode> requires,
            Optional<JsonNode> instrument,
            JsonNode job,
            String count,
            JsonNode ideal,
            String baseline,
            Optional<Integer> trace,
            Optional<Boolean> named,
            Bound quick,
            Bound full)
            implements Workload.Form {}

    /** The part of the file that a cell uses, with the values of the axes filled in. */
    private record Filled(
            Optional<List<String>> requires,
            Optional<InstrumentOptions> instrument,
            ObjectNode job,
            IdealJobTime ideal) {}

    private final String count;
    private final String baseline;
    private final boolean named;
    private final int traced;
    private final ObjectNode template;
    private final Map<Length, Duration> longest;

    private JobWorkload(String file, Form form) {
        super(file, form, KIND, Map.of(Length.QUICK, form.quick.axes, Length.FULL, form.full.axes));
        count = form.count;
        baseline = form.baseline;
        named = form.named.orElse(false);
        traced = form.trace.orElse(0);
        template = JsonNodeFactory.instance.objectNode();
        template.set("job", form.job);
        template.set("ideal", form.ideal);
        form.instrument.ifPresent(instrument -> template.set("instrument", instrument));
        form.requires.ifPresent(requires -> template.set("requires", requires));
        longest = Map.of(Length.QUICK, form.quick.longest, Length.FULL, form.full.longest);
        checkNames(template);
    }

    /**
     * Decodes a workload file and checks every cell of it.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @throws LabException naming file and key: not YAML, an unknown or missing key, a value out of range
     */
    public static JobWorkload decode(String file, InputStream in) throws IOException {
        return decode(file, DataFiles.READER.tree(file, in));
    }

    static JobWorkload decode(String file, JsonNode tree) {
        JobWorkload workload = new JobWorkload(file, DataFiles.READER.decode(Place.of(file), tree, Form.class));
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
        Filled filled = DataFiles.READER.decode(file(), ParameterGrid.fill(template, parameters), Filled.class);
        Place job = file().at("job");
        long units = DataFiles.READER.decode(job.at(count), filled.job.path(count), Long.class);
        if (units < 1) {
            throw DataFiles.READER.error(job.at(count), "must be the number of units, from 1");
        }
        return new JobCell(
                name(),
                length,
                parameters,
                Set.copyOf(filled.requires.orElse(List.of())),
                filled.instrument,
                filled.job,
                count,
                filled.ideal,
                Objects.requireNonNull(longest.get(length)),
                traced,
                DataFiles.READER.decode(job.at("timeout"), filled.job.path("timeout"), Duration.class));
    }
}
