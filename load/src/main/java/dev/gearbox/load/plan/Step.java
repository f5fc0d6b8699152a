package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gearbox.core.model.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * One action of a user. In files each step is a word ({@code connect}, {@code close}, {@code abort}) or an object with one key:
 * {@code send: {text: hello}}, {@code expect: echo}, {@code pause: 1s}, {@code pause: {min: 800ms, max: 1200ms}},
 * {@code repeat: {times: 10, steps: [...]}}.
 */
public sealed interface Step {
    /** Opens the user's connection. */
    record Connect() implements Step {}

    /** Sends the whole payload. Together with the {@link Expect} that follows, it is one request. */
    record Send(Payload payload) implements Step {}

    /** Waits for an answer; the request ends with its last byte. */
    record Expect(Expectation answer) implements Step {}

    /**
     * Pauses after the end of the previous step, each time for a random duration of a uniform distribution. Users who always pause for as long keep the
     * distances at which they come: those who once wait for each other come together ever after.
     *
     * @param min the shortest pause
     * @param max the longest, at least {@code min}; the same for a constant pause
     */
    record Pause(Duration min, Duration max) implements Step {
        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        public Pause {
            DurationLimits.check(min, false, "length");
            DurationLimits.check(max, false, "length");
            if (max.compareTo(min) < 0) {
                throw new BadPlanException("max is shorter than min");
            }
        }

        /** Returns a pause that is always as long. */
        public static Pause of(Duration length) {
            return new Pause(length, length);
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Pause parse(String length) {
            return Durations.parse(length)
                    .map(Pause::of)
                    .orElseThrow(() -> new BadPlanException(
                            "must be a duration such as 500ms, 10s or 2m, or a range {min: ..., max: ...}, not \""
                                    + length + "\""));
        }

        /** Returns how long it is on average. */
        public Duration mean() {
            return min.plus(max).dividedBy(2);
        }

        private JsonNode length() {
            var factory = JsonNodeFactory.instance;
            return min.equals(max)
                    ? factory.stringNode(min.toString())
                    : factory.objectNode().put("min", min.toString()).put("max", max.toString());
        }
    }

    /**
     * Repeats the steps.
     *
     * @param times how often; empty: forever
     */
    record Repeat(OptionalInt times, List<Step> steps) implements Step {
        public Repeat {
            steps = List.copyOf(steps);
            if (steps.isEmpty()) {
                throw new BadPlanException("repeat: no steps");
            }
            if (times.isPresent() && times.getAsInt() < 1) {
                throw new BadPlanException("repeat: " + times.getAsInt() + " times is out of range: from 1");
            }
        }

        /** Returns steps that are repeated forever. */
        public static Repeat forever(Step... steps) {
            return new Repeat(OptionalInt.empty(), List.of(steps));
        }

        /** Returns steps that are repeated {@code times} times. */
        public static Repeat times(int times, Step... steps) {
            return new Repeat(OptionalInt.of(times), List.of(steps));
        }
    }

    /**
     * Repeats the steps for a duration: a phase of the script. It ends with the pass in which the duration expires.
     * In files: {@code repeat: {for: 10s, steps: [...]}}.
     *
     * @param length the duration, from when the user reaches the step
     */
    record RepeatFor(Duration length, List<Step> steps) implements Step {
        public RepeatFor {
            DurationLimits.check(length, false, "repeat: for");
            if (length.compareTo(LONGEST_PHASE) > 0) {
                throw new BadPlanException("repeat: for: " + length + " is longer than a day");
            }
            steps = List.copyOf(steps);
            if (steps.isEmpty()) {
                throw new BadPlanException("repeat: no steps");
            }
        }
    }

    /** The longest time of a {@link RepeatFor}. */
    Duration LONGEST_PHASE = Duration.ofDays(1);

    /** Closes the connection. */
    record Close() implements Step {}

    /** Resets the connection: the peer sees no end of the stream, and no port is left in TIME_WAIT. */
    record Abort() implements Step {}

    /** The names of the steps. */
    String KNOWN = "connect, send, expect, pause, repeat, close, abort";

    /** Reads a step that is a single word. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Step named(String word) {
        return switch (word) {
            case "connect" -> new Connect();
            case "close" -> new Close();
            case "abort" -> new Abort();
            default -> throw new BadPlanException("unknown step \"" + word + "\". Known: " + KNOWN);
        };
    }

    /** Reads a step that is an object with one key. */
    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static Step keyed(
            Optional<Payload> send, Optional<Expectation> expect, Optional<Pause> pause, Optional<Phase> repeat) {
        List<Step> steps = Stream.<Optional<? extends Step>>of(
                        send.map(Send::new), expect.map(Expect::new), pause, repeat.map(Phase::step))
                .<Step>flatMap(Optional::stream)
                .toList();
        if (steps.size() != 1) {
            throw new BadPlanException("a step is one of " + KNOWN);
        }
        return steps.getFirst();
    }

    /**
     * The value of {@code repeat}.
     *
     * @param times the number of repetitions; without it and {@code for}, forever
     * @param length the duration, instead of {@code times}
     */
    record Phase(OptionalInt times, @JsonProperty("for") Optional<Duration> length, List<Step> steps) {
        Step step() {
            if (length.isPresent() && times.isPresent()) {
                throw new BadPlanException("repeat: times and for exclude each other");
            }
            return length.isPresent() ? new RepeatFor(length.get(), steps) : new Repeat(times, steps);
        }
    }

    /** Returns the form that is read from JSON and YAML. */
    default JsonNode toTree() {
        var factory = JsonNodeFactory.instance;
        return switch (this) {
            case Connect() -> factory.stringNode("connect");
            case Close() -> factory.stringNode("close");
            case Abort() -> factory.stringNode("abort");
            case Send(Payload payload) -> factory.objectNode().set("send", payload.toTree());
            case Expect(Expectation answer) -> factory.objectNode().set("expect", answer.toTree());
            case Pause pause -> factory.objectNode().set("pause", pause.length());
            case RepeatFor(Duration length, List<Step> steps) ->
                factory.objectNode()
                        .set(
                                "repeat",
                                factory.objectNode()
                                        .put("for", length.toString())
                                        .set("steps", Script.stepsToTree(steps)));
            case Repeat(OptionalInt times, List<Step> steps) -> {
                var repeat = factory.objectNode();
                times.ifPresent(n -> repeat.put("times", n));
                yield factory.objectNode().set("repeat", repeat.set("steps", Script.stepsToTree(steps)));
            }
        };
    }
}
