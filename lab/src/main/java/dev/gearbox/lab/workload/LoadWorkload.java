package dev.gearbox.lab.workload;

import com.fasterxml.jackson.annotation.JsonProperty;
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
import tools.jackson.databind.JsonNode;

/**
 * What users do to a server, as a data file: one file for a whole grid of cells.
 * <pre>
 * kind: load                 (may be left out)
 * name: ping
 * summary: one line          source: where it comes from
 * cores: {subject: 2, apart: true}     what it needs of a placement ({@link CoreNeeds}; may be left out)
 * protocol: echo             the protocol of the subject
 * server: {offload: $offload}   additional options for the subject (may be left out)
 * requires: [...]            abilities of a subject beyond protocol and server options (may be left out)
 * axes: {connections: [1, 100], bytes: [64]}
 * instrument:                the instrument of the study that subjects call, at http://127.0.0.1:PORT after --NAME (may be left out)
 *   {name: services, protocol: http, options: {posts: $delay}}
 * timeout: 10s               how long an answer may take (default 10s)
 * slice: 2s                  the minimum duration of a slice, if requests take long (may be left out); in an open loop it also lasts for 40 requests, 10 s at most
 * lead: 300ms                load before the window of each slice, about as long as answers take (default 100ms)
 * baseline: virtual-threads  the arm with which the others are compared, if it takes part (may be left out)
 * pairs: [{arm: mine, baseline: yours}]                             compare these two by two, not all with one (may be left out)
 * named: true                runs only if it is named, or a claim needs it (default: false)
 * also: ["mine?after=1s"]    additional servers, compared with all others unless --engine is given (may be left out)
 * arrivals: {model: closed, users: $connections}
 * script: [connect, ...]
 * background: [{name: quiet, users: 10000, script: [...]}]          additional users, not measured (may be left out), who may have a
 *                                                                   portions: {send: {bytes: 1, every: 20ms}, receive: {bytes: 8192, every: 20ms}}
 * quick: {warm-up: 2s, measure: 5s, axes: {connections: [100]}}    full: {...}
 * </pre>
 * Decoding expands and checks every cell of every length, so that a file that loads also runs.
 */
public final class LoadWorkload extends Workload {
    /** The word in its file, which may be left out. */
    static final String KIND = "load";

    /**
     * Two servers that are only compared with each other.
     *
     * @param arm the spec of the arm that verdicts are about
     * @param baseline the spec of the arm to compare with
     */
    public record ArmPair(String arm, String baseline) {
        public ArmPair {
            if (arm.equals(baseline)) {
                throw new IllegalArgumentException("baseline: is the same as arm");
            }
        }

        /** Returns a text such as "mine against yours". */
        @Override
        public String toString() {
            return arm + " against " + baseline;
        }
    }

    private record Span(
            @JsonProperty("warm-up") Duration warmUp, Duration measure, Optional<Map<String, List<String>>> axes) {}

    private record Form(
            Optional<String> kind,
            String name,
            String summary,
            String source,
            Optional<Map<String, List<String>>> axes,
            Optional<CoreNeeds> cores,
            JsonNode protocol,
            Optional<JsonNode> server,
            Optional<JsonNode> requires,
            JsonNode arrivals,
            JsonNode script,
            Optional<JsonNode> background,
            Optional<JsonNode> instrument,
            Optional<Duration> timeout,
            Optional<Duration> slice,
            Optional<Duration> lead,
            Optional<String> baseline,
            Optional<List<ArmPair>> pairs,
            Optional<Boolean> named,
            Optional<List<String>> also,
            Span quick,
            Span full)
            implements Workload.Form, LoadForm.Keys {}

    private final LoadForm form;
    private final Duration slice;
    private final Duration lead;
    private final String baseline;
    private final List<ArmPair> pairs;
    private final boolean named;
    private final Map<Length, Span> spans;

    private LoadWorkload(String file, Form said) {
        super(file, said, KIND, Map.of(Length.QUICK, said.quick.axes, Length.FULL, said.full.axes));
        form = LoadForm.of(said);
        slice = said.slice.orElse(Duration.ZERO);
        lead = said.lead.orElse(Cell.SHORT_LEAD);
        if (!lead.isPositive()) {
            throw error("lead", "must be longer than zero");
        }
        named = said.named.orElse(false);
        baseline = said.baseline.orElse("");
        pairs = List.copyOf(said.pairs.orElse(List.of()));
        if (!pairs.isEmpty() && !baseline.isEmpty()) {
            throw error("baseline", "is that of each of the pairs");
        }
        for (ArmPair pair : pairs) {
            if (pairs.indexOf(pair) != pairs.lastIndexOf(pair)) {
                throw error("pairs", "has " + pair + " twice");
            }
        }
        spans = Map.of(Length.QUICK, said.quick, Length.FULL, said.full);
        checkNames(form.template());
    }

    /**
     * Decodes a workload file and checks every cell of it.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @throws LabException naming file and key: not YAML, an unknown or missing key, a value out of range
     */
    public static LoadWorkload decode(String file, InputStream in) throws IOException {
        return decode(file, DataFiles.READER.tree(file, in));
    }

    static LoadWorkload decode(String file, JsonNode tree) {
        LoadWorkload workload = new LoadWorkload(file, DataFiles.READER.decode(Place.of(file), tree, Form.class));
        workload.checkCells();
        return workload;
    }

    /** Returns the comparisons to make unless servers are named; empty: all that can take part, each with the baseline. */
    public List<ArmPair> pairs() {
        return pairs;
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
    public List<String> also() {
        return form.also();
    }

    @Override
    public List<Cell> cells(Length length, Map<String, List<String>> overrides) {
        Span span = Objects.requireNonNull(spans.get(length));
        return cells(
                length,
                overrides,
                parameters -> form.cell(this, length, parameters, span.warmUp, span.measure, slice, lead));
    }
}
