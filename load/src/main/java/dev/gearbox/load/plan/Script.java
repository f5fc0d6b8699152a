package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The steps of one user, in order. A script must be consistent as a whole: it begins with {@code connect}, talks only while connected, and every
 * {@code expect: echo} follows exactly one {@code send}; {@code expect: end} needs none. Nothing but a {@code close} may follow a {@code repeat} without {@code times}.
 *
 * <p>In a <b>closed loop</b> each user repeats the script. In an <b>open loop</b> an arrival is:
 *
 * <ul>
 *   <li>for a script that closes its connection: a new connection and the whole script;
 *   <li>for any other: one pass through the steps after {@code connect}, on one of the persistent connections. A {@code repeat} without {@code times} then
 *       stands for the arrivals themselves: each arrival is one pass through its steps, and the steps before it are executed once, when the connection is
 *       opened. A {@code repeat} with {@code times} is repeated within each arrival.
 * </ul>
 *
 * @param steps at least {@code connect}
 */
public record Script(List<Step> steps) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Script {
        steps = List.copyOf(steps);
        ScriptCheck.check(steps);
    }

    /** Returns whether anything is expected: then every send is a request. */
    public boolean expects() {
        return ScriptCheck.expects(steps);
    }

    /** Returns the same steps with pauses that are always as long: as the mean. */
    public Script withConstantPauses() {
        return new Script(constant(steps));
    }

    private static List<Step> constant(List<Step> steps) {
        return steps.stream()
                .map(step -> switch (step) {
                    case Step.Pause pause -> Step.Pause.of(pause.mean());
                    case Step.Repeat(OptionalInt times, List<Step> repeated) ->
                        new Step.Repeat(times, constant(repeated));
                    case Step.RepeatFor(Duration length, List<Step> repeated) ->
                        new Step.RepeatFor(length, constant(repeated));
                    case Step.Connect _, Step.Send _, Step.Expect _, Step.Close _, Step.Abort _ -> step;
                })
                .toList();
    }

    /** Returns for how long a user pauses in one pass, at most; a repeat without {@code times} counts once. */
    public Duration pauses() {
        return pauses(steps);
    }

    private static Duration pauses(List<Step> steps) {
        Duration sum = Duration.ZERO;
        for (Step step : steps) {
            sum = sum.plus(
                    switch (step) {
                        case Step.Pause(Duration _, Duration max) -> max;
                        case Step.Repeat(OptionalInt times, List<Step> repeated) ->
                            pauses(repeated).multipliedBy(times.orElse(1));
                        case Step.RepeatFor(Duration length, List<Step> _) -> length;
                        case Step.Connect(),
                                Step.Send(Payload _),
                                Step.Expect(Expectation _),
                                Step.Close(),
                                Step.Abort() -> Duration.ZERO;
                    });
        }
        return sum;
    }

    /** Returns the script of these steps. */
    public static Script of(Step... steps) {
        return new Script(List.of(steps));
    }

    /**
     * Reads a list of steps, from YAML or JSON.
     *
     * @param where the position of the list in its file, for messages
     * @throws BadPlanException if it is not a script
     */
    public static Script fromTree(JsonNode node, String where) {
        return PlanJson.read(node, where, Script.class);
    }

    /** Returns the form that {@link #fromTree} reads. */
    public JsonNode toTree() {
        return stepsToTree(steps);
    }

    static ArrayNode stepsToTree(List<Step> steps) {
        var array = JsonNodeFactory.instance.arrayNode();
        steps.forEach(step -> array.add(step.toTree()));
        return array;
    }
}
