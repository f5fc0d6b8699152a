package dev.gearbox.load.plan;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The steps of one user, in order. A script must be consistent as a whole: it begins with {@code connect}, talks only while connected, and every
 * {@code expect: echo} follows exactly one {@code send}. Nothing but a {@code close} may follow a {@code repeat} without {@code times}.
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
    public Script {
        steps = List.copyOf(steps);
        ScriptCheck.check(steps);
    }

    /** Returns whether anything is expected: then every send is a request. */
    public boolean expects() {
        return ScriptCheck.expects(steps);
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
        List<Step> steps = stepsFromTree(node, where);
        try {
            return new Script(steps);
        } catch (BadPlanException e) {
            throw new BadPlanException(where + ": " + e.getMessage());
        }
    }

    /** Returns the form that {@link #fromTree} reads. */
    public JsonNode toTree() {
        return stepsToTree(steps);
    }

    static List<Step> stepsFromTree(JsonNode node, String where) {
        if (!node.isArray()) {
            throw new BadPlanException(where + ": expected a list of steps, found " + PlanFields.kind(node));
        }
        var steps = new ArrayList<Step>();
        for (JsonNode step : node) {
            steps.add(Step.fromTree(step, where + "[" + steps.size() + "]"));
        }
        if (steps.isEmpty()) {
            throw new BadPlanException(where + ": no steps");
        }
        return steps;
    }

    static ArrayNode stepsToTree(List<Step> steps) {
        var array = JsonNodeFactory.instance.arrayNode();
        steps.forEach(step -> array.add(step.toTree()));
        return array;
    }
}
