package dev.gearbox.lab.workload;

import dev.gearbox.lab.data.DataObject;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.idle.IdleRun;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What users do to a server, as a data file: one file for a whole grid of cells.
 * <pre>
 * name: ping
 * summary: one line          source: where it comes from
 * protocol: echo             server: {offload: $offload}   more options for the subject (may be left out)
 * requires: [...]            abilities of a subject beyond protocol and server options (may be left out)
 * axes: {connections: [1, 100], bytes: [64]}
 * timeout: 10s               how long an answer may take (default 10s)
 * slice: 2s                  how long a slice has to last at least, where requests take long (may be left out)
 * method: memory             only the memory of quiet connections is of interest (default: blocks)
 * pairs: [{arm: uring, baseline: epoll}]                            compare these two by two, not all with one (may be left out)
 * quiet-for: 3s              with method memory: how long all connections have been quiet when it is read (default: not at all)
 * also: ["parking?after=1s"]  engines for it, compared with all others unless --engine is given (may be left out)
 * arrivals: {model: closed, users: $connections}
 * script: [connect, ...]
 * background: [{name: quiet, users: 10000, script: [...]}]          users besides, not measured (may be left out)
 * quick: {warm-up: 2s, measure: 5s, axes: {connections: [100]}}    full: {...}
 * </pre>
 * Decoding expands and checks every cell of every length, so that a file that loads also runs.
 */
public final class LoadWorkload extends Workload {
    private static final String[] KEYS = {
        "name",
        "summary",
        "source",
        "protocol",
        "server",
        "requires",
        "axes",
        "timeout",
        "slice",
        "method",
        "pairs",
        "also",
        "quiet-for",
        "arrivals",
        "script",
        "background",
        "quick",
        "full"
    };

    private static final String WARM_UP = "warm-up";
    private static final String MEASURE = "measure";

    /** How it is measured. */
    public enum Method {
        /** In slices, block by block: the usual way. */
        BLOCKS,
        /** Only the memory that its quiet connections take, as a slope over their number ({@link IdleRun}). */
        MEMORY
    }

    /**
     * Two engines that are compared only with each other.
     *
     * @param arm the spec of the one that verdicts are about
     * @param baseline the spec of the one that it is compared with
     */
    public record Pair(String arm, String baseline) {
        /** "uring against epoll". */
        @Override
        public String toString() {
            return arm + " against " + baseline;
        }
    }

    private record Span(Duration warmUp, Duration measure) {}

    private final Duration timeout;
    private final Duration slice;
    private final Method method;
    private final List<Pair> pairs;
    private final List<String> also;
    private final Duration quietFor;
    private final ObjectNode template;
    private final Map<Length, Span> spans;

    private LoadWorkload(DataObject data) {
        super(data, List.of(WARM_UP, MEASURE));
        timeout = data.has("timeout") ? data.duration("timeout") : Duration.ofSeconds(10);
        slice = data.has("slice") ? data.duration("slice") : Duration.ZERO;
        method = data.has("method") ? method(data) : Method.BLOCKS;
        pairs = data.has("pairs") ? pairs(data) : List.of();
        quietFor = data.has("quiet-for") ? data.duration("quiet-for") : Duration.ZERO;
        also = data.has("also") ? texts(data, "also") : List.of();
        template = template(data);
        spans = new EnumMap<>(Length.class);
        for (Length length : Length.values()) {
            DataObject part = length(length);
            spans.put(length, new Span(part.duration(WARM_UP), part.duration(MEASURE)));
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
    public static LoadWorkload decode(String file, InputStream in) throws IOException {
        LoadWorkload workload = new LoadWorkload(DataObject.read(file, in, KEYS));
        workload.checkCells();
        return workload;
    }

    /** How it is measured. */
    public Method method() {
        return method;
    }

    /** The comparisons to make unless engines are named; empty: all that can take part, each with the baseline. */
    public List<Pair> pairs() {
        return pairs;
    }

    /** How long all connections have been quiet when memory is read. */
    public Duration quietFor() {
        return quietFor;
    }

    /** Specs of engines to compare in addition to the usual ones, unless engines are named. */
    public List<String> also() {
        return also;
    }

    @Override
    public List<Cell> cells(Length length, Map<String, List<String>> overrides) {
        Span span = Objects.requireNonNull(spans.get(length));
        return cells(
                length,
                overrides,
                parameters -> Cell.decode(
                        this,
                        length,
                        parameters,
                        Grid.fill(template, parameters),
                        span.warmUp,
                        span.measure,
                        timeout,
                        slice));
    }

    private static Method method(DataObject data) {
        String key = data.text("method");
        return Stream.of(Method.values())
                .filter(method -> method.name().toLowerCase(Locale.ROOT).equals(key))
                .findFirst()
                .orElseThrow(() -> data.error("method", "must be blocks or memory, not \"" + key + "\""));
    }

    private List<Pair> pairs(DataObject data) {
        if (method == Method.MEMORY) {
            throw data.error("pairs", "makes no sense with method: memory, which has no blocks to compare in");
        }
        List<Pair> found = new ArrayList<>();
        for (JsonNode node : data.list("pairs")) {
            DataObject pair = DataObject.of(data.file(), "pairs[" + (found.size() + 1) + "]", node, "arm", "baseline");
            Pair next = new Pair(pair.text("arm"), pair.text("baseline"));
            if (next.arm().equals(next.baseline())) {
                throw pair.error("baseline", "is the same as arm");
            }
            if (found.contains(next)) {
                throw data.error("pairs", "has " + next + " twice");
            }
            found.add(next);
        }
        return List.copyOf(found);
    }

    private static List<String> texts(DataObject data, String key) {
        return data.list(key).stream()
                .map(node -> {
                    if (!node.isString()) {
                        throw data.error(key, "must be a list of texts");
                    }
                    return node.asString();
                })
                .toList();
    }

    /** The keys in which axes may occur, as they stand. */
    private static ObjectNode template(DataObject data) {
        ObjectNode template = JsonNodeFactory.instance.objectNode();
        for (String key : List.of("protocol", "arrivals", "script")) {
            template.set(key, data.required(key));
        }
        for (String key : List.of("server", "requires", "background")) {
            data.optional(key).ifPresent(value -> template.set(key, value));
        }
        return template;
    }
}
