package dev.gearbox.load.process;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.gearbox.load.SlicedLoad;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.PlanJson;
import dev.gearbox.load.plan.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A command to a {@link GeneratorMain} that serves several servers: one line of JSON. A server is called an arm, with a name chosen by the caller. The
 * answers are lines of JSON too:
 *
 * <pre>
 *   {"arm":"a","plan":{...}}                                          {"event":"connected","arm":"a","connections":100,"asked":100}
 *   {"slice":{"arm":"a","seed":1,"lead":"PT0.1S","window":"PT0.9S"}}  {"event":"measuring","arm":"a"}  shortly before its window opens
 *                                                                     {"event":"measured","arm":"a"}   at its end
 *                                                                     {"event":"report","arm":"a","report":{...}}
 *   {"drop":"a"}                                                      {"event":"dropped","arm":"a"}
 * </pre>
 *
 * Several generators form one load when each receives the number of connections of the others ({@code "beside":20000} next to the plan) and the start time
 * ({@code "at":"2026-01-01T00:00:00Z"} in the slice). With {@code "progress":true} in the slice, each second of the window is reported as {@code
 * {"event":"progress","requests":1000,"errors":0}}.
 *
 * <p>A command that cannot be executed is answered by {@code {"event":"refused","cause":"one line"}}, and the next line is read.
 */
public sealed interface Command {
    /**
     * Connects to a server, as {@link SlicedLoad#connect(LoadPlan, GeneratorListener)}.
     *
     * @param beside the number of connections that other processes open to it; they use up ports as well
     */
    record Connect(
            String arm,
            LoadPlan plan,
            @JsonSetter(nulls = Nulls.AS_EMPTY) int beside) implements Command {
        public Connect {
            if (beside < 0 || beside > Arrivals.MOST) {
                throw new BadPlanException("beside: " + beside + " is out of range: 0 to " + Arrivals.MOST);
            }
        }

        /** Without connections of other processes. */
        public Connect(String arm, LoadPlan plan) {
            this(arm, plan, 0);
        }
    }

    /**
     * Runs one slice.
     *
     * @param at when the lead of the slice begins; empty: immediately
     * @param progress whether each second of the window is reported
     */
    record Run(String arm, SlicePlan slice, Optional<Instant> at, boolean progress) implements Command {
        /** Begins immediately, without progress events. */
        public Run(String arm, SlicePlan slice) {
            this(arm, slice, Optional.empty(), false);
        }

        /** The value of {@code slice}. */
        private record SliceFields(
                String arm,
                long seed,
                Duration lead,
                Duration window,
                OptionalDouble perSecond,
                Optional<Instant> at,
                @JsonSetter(nulls = Nulls.AS_EMPTY) boolean progress) {}

        @JsonCreator
        private static Run of(SliceFields slice) {
            return new Run(
                    slice.arm,
                    new SlicePlan(slice.seed, slice.lead, slice.window, slice.perSecond),
                    slice.at,
                    slice.progress);
        }
    }

    /** Closes the arm's connections and removes it. */
    record Drop(@JsonProperty("drop") String arm) implements Command {}

    /** Returns whether a first line begins a session of commands, rather than being a plan. */
    static boolean isOne(JsonNode tree) {
        return tree.has("arm") || tree.has("slice") || tree.has("drop");
    }

    /**
     * Reads a command from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is not one of the forms above
     */
    static Command fromTree(JsonNode tree) {
        Class<? extends Command> kind = tree.has("slice") ? Run.class : tree.has("drop") ? Drop.class : Connect.class;
        return PlanJson.read(tree, "command", kind);
    }

    /** Returns the command on one line. */
    default String toJson() {
        var node = JsonNodeFactory.instance.objectNode();
        switch (this) {
            case Connect(String arm, LoadPlan plan, int beside) -> {
                node.put("arm", arm).set("plan", plan.toTree());
                if (beside > 0) {
                    node.put("beside", beside);
                }
            }
            case Run(String arm, SlicePlan slice, Optional<Instant> at, boolean progress) -> {
                var run = node.putObject("slice").put("arm", arm);
                run.setAll(slice.toTree());
                at.ifPresent(moment -> run.put("at", moment.toString()));
                if (progress) {
                    run.put("progress", true);
                }
            }
            case Drop(String arm) -> node.put("drop", arm);
        }
        return node.toString();
    }
}
