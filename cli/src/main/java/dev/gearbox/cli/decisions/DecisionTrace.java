package dev.gearbox.cli.decisions;

import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.Replay;
import dev.gearbox.engines.auto.policy.Routes;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import dev.gearbox.engines.auto.policy.ShiftHistory;
import dev.gearbox.engines.auto.policy.Thresholds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an engine that chooses has recorded in one launch; a file holds one trace for each launch of its fork.
 *
 * @param fork number of the fork
 * @param engine its spec
 * @param policy the policy in use
 * @param steps its decisions, in order
 * @param samples all signals if {@code sampled}, else the signals of its decisions
 * @param sampled whether every look was recorded
 */
record DecisionTrace(
        int fork,
        String engine,
        Policy policy,
        List<TraceStep> steps,
        List<Replay.RecordedSample> samples,
        boolean sampled) {
    private static final String FILES = "glob:**/decisions-[0-9][0-9]-*.jsonl";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    DecisionTrace {
        steps = List.copyOf(steps);
        samples = List.copyOf(samples);
    }

    /**
     * A decision and its outcome.
     *
     * @param decision what was decided
     * @param micros until it was carried out, or refused; -1: the engine ended first
     * @param refusal why it could not be carried out; empty: it was carried out, or the reason is unknown
     */
    record TraceStep(ShiftDecision decision, long micros, String refusal) {
        boolean done() {
            return micros >= 0 && refusal.isEmpty();
        }
    }

    /**
     * Reads the traces in a folder, without its subfolders, by fork.
     *
     * @param damage receives a sentence for each line that cannot be read
     * @throws UsageException if the folder cannot be read
     */
    static List<DecisionTrace> in(Path folder, List<String> damage) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(folder.getFileSystem().getPathMatcher(FILES)::matches)
                    .sorted()
                    .flatMap(file -> read(file, damage).stream())
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            throw new UsageException("cannot read " + folder + ": name a folder with results", unreadable);
        }
    }

    private static List<DecisionTrace> read(Path file, List<String> damage) {
        String name = String.valueOf(file.getFileName());
        int fork = Integer.parseInt(name.substring("decisions-".length(), "decisions-".length() + 2));
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        List<DecisionTrace> trails = new ArrayList<>();
        Reader reader = null;
        for (int number = 1; number <= lines.size(); number++) {
            try {
                JsonNode line = JSON.readTree(lines.get(number - 1));
                if (line.path("kind").asString("").equals("start")) {
                    Optional.ofNullable(reader).map(Reader::trail).ifPresent(trails::add);
                    reader = new Reader(fork, line);
                } else if (reader != null) {
                    reader.next(line);
                }
            } catch (JacksonException | IllegalArgumentException broken) {
                // The last line may be cut off where the process of the engine was ended.
                if (number < lines.size()) {
                    damage.add(name + ", line " + number + " cannot be read; left out");
                }
            }
        }
        Optional.ofNullable(reader).map(Reader::trail).ifPresent(trails::add);
        return trails;
    }

    private static final class Reader {
        private final int fork;
        private final String engine;
        private final Policy policy;
        private final Map<Long, Integer> places = new HashMap<>();
        private final List<TraceStep> steps = new ArrayList<>();
        private final List<Replay.RecordedSample> seen = new ArrayList<>();
        private final List<Replay.RecordedSample> samples = new ArrayList<>();

        Reader(int fork, JsonNode line) {
            this.fork = fork;
            engine = line.required("engine").asString();
            policy = new Policy(
                    JSON.treeToValue(line.required("routes"), Routes.class),
                    JSON.treeToValue(line.required("thresholds"), Thresholds.class));
        }

        void next(JsonNode line) {
            switch (line.path("kind").asString("")) {
                case "sample" ->
                    samples.add(new Replay.RecordedSample(
                            JSON.treeToValue(line.required("signals"), ConnectionSignals.class),
                            JSON.treeToValue(line.required("standing"), ShiftHistory.class)));
                case "decision" -> {
                    ShiftDecision decision = JSON.treeToValue(line.required("decision"), ShiftDecision.class);
                    places.put(line.required("number").asLong(), steps.size());
                    seen.add(new Replay.RecordedSample(decision.signals(), new ShiftHistory(steps.size(), 0, -1)));
                    steps.add(new TraceStep(decision, -1, ""));
                }
                case "answer" -> {
                    Integer place = places.get(line.required("number").asLong());
                    if (place != null) {
                        steps.set(
                                place,
                                new TraceStep(
                                        steps.get(place).decision(),
                                        line.required("micros").asLong(),
                                        line.required("refusal").asString()));
                    }
                }
                default -> throw new IllegalArgumentException("a kind of line that this version does not read");
            }
        }

        DecisionTrace trail() {
            boolean sampled = !samples.isEmpty();
            return new DecisionTrace(fork, engine, policy, steps, sampled ? samples : seen, sampled);
        }
    }
}
