package dev.gearbox.load;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What a {@link GeneratorMain} that holds several servers is told, one line of JSON each. A server is called an arm, by a name that the caller
 * chooses. The answers are lines of JSON, too:
 *
 * <pre>
 *   {"arm":"a","plan":{...}}                                          {"event":"connected","arm":"a","connections":100,"asked":100}
 *   {"slice":{"arm":"a","seed":1,"lead":"PT0.1S","window":"PT0.9S"}}  {"event":"measuring","arm":"a"}  shortly before its window opens
 *                                                                     {"event":"measured","arm":"a"}   at its end
 *                                                                     {"event":"report","arm":"a","report":{...}}
 *   {"drop":"a"}                                                      {"event":"dropped","arm":"a"}
 * </pre>
 *
 * What cannot be done is answered by {@code {"event":"refused","cause":"one line"}}, and the next line is read.
 */
public sealed interface Command {
    /** Connects to a server, as {@link SlicedLoad#connect(LoadPlan, GeneratorListener)}. */
    record Connect(String arm, LoadPlan plan) implements Command {}

    /** Loads it for a slice. */
    record Run(String arm, Slice slice) implements Command {}

    /** Closes its connections and forgets it. */
    record Drop(String arm) implements Command {}

    /** Whether a first line begins a session of commands, rather than being a plan. */
    static boolean isOne(JsonNode tree) {
        return tree.has("arm") || tree.has("slice") || tree.has("drop");
    }

    /**
     * Reads it from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is none of the forms above
     */
    static Command fromTree(JsonNode tree) {
        Fields fields = Fields.of(tree, "command");
        Command command;
        if (tree.has("slice")) {
            Fields slice = Fields.of(fields.required("slice"), "slice");
            command = new Run(slice.text("arm"), Slice.fromFields(slice));
            slice.end();
        } else if (tree.has("drop")) {
            command = new Drop(fields.text("drop"));
        } else {
            command = new Connect(fields.text("arm"), LoadPlan.fromTree(fields.required("plan")));
        }
        fields.end();
        return command;
    }

    /** The command on one line. */
    default String toJson() {
        var node = JsonNodeFactory.instance.objectNode();
        switch (this) {
            case Connect(String arm, LoadPlan plan) -> node.put("arm", arm).set("plan", plan.toTree());
            case Run(String arm, Slice slice) -> {
                var run = node.putObject("slice").put("arm", arm);
                run.setAll(slice.toTree());
            }
            case Drop(String arm) -> node.put("drop", arm);
        }
        return node.toString();
    }
}
