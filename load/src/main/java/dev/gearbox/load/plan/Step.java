package dev.gearbox.load.plan;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * One action of a user. In files each step is a word ({@code connect}, {@code close}) or an object with one key:
 * {@code send: {text: hello}}, {@code expect: echo}, {@code pause: 1s}, {@code repeat: {times: 10, steps: [...]}}.
 */
public sealed interface Step {
    /** Opens the user's connection. */
    record Connect() implements Step {}

    /** Sends the whole payload. Together with the {@link Expect} that follows, it is one request. */
    record Send(Payload payload) implements Step {}

    /** Waits for an answer; the request ends with its last byte. */
    record Expect(Expectation answer) implements Step {}

    /** Pauses after the end of the previous step. */
    record Pause(Duration length) implements Step {
        public Pause {
            PlanDurations.check(length, false, "pause");
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
            PlanDurations.check(length, false, "repeat: for");
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

    /**
     * Reads a step from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is not a step; the message names the position
     */
    static Step fromTree(JsonNode node, String where) {
        if (node.isString()) {
            return switch (node.stringValue()) {
                case "connect" -> new Connect();
                case "close" -> new Close();
                default ->
                    throw new BadPlanException(
                            where + ": unknown step \"" + node.stringValue() + "\". Known: " + KNOWN);
            };
        }
        if (!node.isObject() || node.size() != 1) {
            throw new BadPlanException(
                    where + ": expected one step, found " + PlanFields.kind(node) + ". Known: " + KNOWN);
        }
        String key = node.propertyNames().iterator().next();
        JsonNode value = node.required(key);
        String at = where + "." + key;
        return switch (key) {
            case "send" -> new Send(Payload.fromTree(value, at));
            case "expect" -> new Expect(Expectation.fromTree(value, at));
            case "pause" ->
                new Pause(PlanDurations.check(PlanDurations.parse(PlanFields.text(value, at), at), false, at));
            case "repeat" -> repeat(value, at);
            default -> throw new BadPlanException(where + ": unknown step \"" + key + "\". Known: " + KNOWN);
        };
    }

    /** The names of the steps. */
    String KNOWN = "connect, send, expect, pause, repeat, close";

    private static Step repeat(JsonNode node, String where) {
        PlanFields fields = PlanFields.of(node, where);
        var times = fields.optional("times");
        var length = fields.optional("for");
        List<Step> steps = Script.stepsFromTree(fields.required("steps"), where + ".steps");
        fields.end();
        if (length.isPresent()) {
            if (times.isPresent()) {
                throw new BadPlanException(where + ": times and for exclude each other");
            }
            return new RepeatFor(
                    PlanDurations.parse(PlanFields.text(length.get(), where + ".for"), where + ".for"), steps);
        }
        return new Repeat(
                times.isPresent()
                        ? OptionalInt.of((int) PlanFields.integer(times.get(), where + ".times", 1, Integer.MAX_VALUE))
                        : OptionalInt.empty(),
                steps);
    }

    /** Returns the form that {@link #fromTree} reads. */
    default JsonNode toTree() {
        var factory = JsonNodeFactory.instance;
        return switch (this) {
            case Connect() -> factory.stringNode("connect");
            case Close() -> factory.stringNode("close");
            case Send(Payload payload) -> factory.objectNode().set("send", payload.toTree());
            case Expect(Expectation answer) -> factory.objectNode().set("expect", answer.toTree());
            case Pause(Duration length) -> factory.objectNode().put("pause", length.toString());
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
