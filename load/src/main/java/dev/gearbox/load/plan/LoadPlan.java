package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run of the generator: the target, the script, the arrivals and the durations.
 *
 * @param host the name or address of the target
 * @param port its port, 1 to 65535
 * @param script what a user does
 * @param arrivals when users arrive
 * @param warmUp how long the load runs before the measured window; may be zero
 * @param measure the length of the measured window
 * @param timeout how long an answer or a connection may take before it counts as an error
 * @param seed of the schedule, the content and the choice of connections: the same seed gives the same load
 * @param background additional users whose times are not recorded; usually none
 */
public record LoadPlan(
        String host,
        int port,
        Script script,
        Arrivals arrivals,
        Duration warmUp,
        Duration measure,
        Duration timeout,
        long seed,
        List<Background> background) {
    public LoadPlan {
        background = List.copyOf(background);
        if (host.isBlank()) {
            throw new BadPlanException("host: is empty");
        }
        if (port < 1 || port > 65_535) {
            throw new BadPlanException("port: " + port + " is out of range: 1 to 65535");
        }
        DurationLimits.check(warmUp, true, "warmUp");
        DurationLimits.check(measure, false, "measure");
        DurationLimits.check(timeout, false, "timeout");
        if (!(arrivals instanceof Arrivals.Closed)) {
            Program program = Program.compileOpen(script);
            if (arrivals.active() < 1 && !program.persistent()) {
                throw new BadPlanException(
                        "arrivals: active: has no meaning where each arrival reconnects: no connection stays open and idle");
            }
        }
    }

    /** A plan without background. */
    public LoadPlan(
            String host,
            int port,
            Script script,
            Arrivals arrivals,
            Duration warmUp,
            Duration measure,
            Duration timeout,
            long seed) {
        this(host, port, script, arrivals, warmUp, measure, timeout, seed, List.of());
    }

    /** Returns the number of requests that each open-loop arrival sends at once; 1 for a closed loop. */
    public int requestsAtOnce() {
        return arrivals instanceof Arrivals.Closed
                ? 1
                : Program.compileOpen(script).framesOfAnArrival();
    }

    /**
     * Returns how long the load takes to become steady. Users who reconnect have closed no connection until each of them has paused; without pauses, or with
     * connections that stay open, it is steady at once.
     */
    public Duration untilSteady() {
        return Program.compile(script, arrivals, background).persistent() ? Duration.ZERO : script.pauses();
    }

    /** Returns a plan with the same requests and as many users, each of which sends the next request as soon as the last one is answered. */
    public LoadPlan flatOut() {
        return new LoadPlan(
                host,
                port,
                script,
                new Arrivals.Closed(arrivals.connections()),
                warmUp,
                measure,
                timeout,
                seed,
                background);
    }

    /**
     * Reads a plan from JSON, strictly.
     *
     * @throws BadPlanException if it is not a plan; the message is one line
     */
    public static LoadPlan fromJson(String json) {
        return fromTree(PlanJson.parse(json, "plan"));
    }

    /**
     * Reads a plan from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is not a plan; an unknown key is an error
     */
    public static LoadPlan fromTree(JsonNode tree) {
        return PlanJson.read(tree, "plan", LoadPlan.class);
    }

    /** The JSON form, in which the background may be absent. */
    private record Form(
            String host,
            int port,
            Script script,
            Arrivals arrivals,
            Duration warmUp,
            Duration measure,
            Duration timeout,
            long seed,
            Optional<Background.Groups> background) {}

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    private static LoadPlan of(Form form) {
        return new LoadPlan(
                form.host,
                form.port,
                form.script,
                form.arrivals,
                form.warmUp,
                form.measure,
                form.timeout,
                form.seed,
                form.background.map(Background.Groups::present).orElse(List.of()));
    }

    /** Returns the form that {@link #fromTree} reads. */
    public ObjectNode toTree() {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("host", host).put("port", port).set("script", script.toTree());
        node.set("arrivals", arrivals.toTree());
        node.put("warmUp", warmUp.toString())
                .put("measure", measure.toString())
                .put("timeout", timeout.toString())
                .put("seed", seed);
        if (!background.isEmpty()) {
            var groups = node.putArray("background");
            background.forEach(group -> groups.add(group.toTree()));
        }
        return node;
    }

    /** Returns the plan as JSON on one line. */
    public String toJson() {
        return toTree().toString();
    }
}
