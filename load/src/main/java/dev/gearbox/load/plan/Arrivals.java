package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Defines when users arrive. In files: {@code {model: closed, users: 100}}, {@code {model: constant, perSecond: 2000, connections: 100}},
 * {@code {model: poisson, perSecond: 2000, connections: 100}}, {@code {model: bursts, perSecond: 1000, size: 20, connections: 100}}. In an open loop {@code active: 0.1} restricts arrivals to a tenth of the connections; the
 * others stay open and idle.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "closed", value = Arrivals.Closed.class),
    @JsonSubTypes.Type(name = "constant", value = Arrivals.Constant.class),
    @JsonSubTypes.Type(name = "poisson", value = Arrivals.Poisson.class),
    @JsonSubTypes.Type(name = "bursts", value = Arrivals.Bursts.class)
})
public sealed interface Arrivals {
    /** The maximum number of connections or users of one plan; a process has fewer ports and descriptors than that. */
    int MOST = 1_000_000;

    /** The highest rate; the schedule has a resolution of one nanosecond. */
    double MOST_PER_SECOND = 10_000_000;

    /** Returns the number of users, or of persistent connections. */
    int connections();

    /**
     * Closed loop: a fixed number of users, each of which repeats the script. A slow server receives fewer requests: a closed loop shows service time
     * under back-pressure, not what independent users experience.
     */
    record Closed(int users) implements Arrivals {
        public Closed {
            checkConnections(users, "users");
        }

        @Override
        public int connections() {
            return users;
        }
    }

    /**
     * Open loop: evenly spaced arrivals.
     *
     * @param active the share of the connections on which they arrive, above 0 up to 1
     */
    record Constant(double perSecond, int connections, double active) implements Arrivals {
        public Constant {
            checkRate(perSecond);
            checkConnections(connections, "connections");
            checkActive(active);
        }

        @JsonCreator
        static Constant of(double perSecond, int connections, OptionalDouble active) {
            return new Constant(perSecond, connections, active.orElse(1));
        }

        /** On all connections. */
        public Constant(double perSecond, int connections) {
            this(perSecond, connections, 1);
        }
    }

    /**
     * Open loop: a Poisson process, with exponentially distributed gaps.
     *
     * @param active the share of the connections on which they arrive, above 0 up to 1
     */
    record Poisson(double perSecond, int connections, double active) implements Arrivals {
        public Poisson {
            checkRate(perSecond);
            checkConnections(connections, "connections");
            checkActive(active);
        }

        @JsonCreator
        static Poisson of(double perSecond, int connections, OptionalDouble active) {
            return new Poisson(perSecond, connections, active.orElse(1));
        }

        /** On all connections. */
        public Poisson(double perSecond, int connections) {
            this(perSecond, connections, 1);
        }
    }

    /**
     * Open loop: bursts of arrivals at the same moment; the bursts are a Poisson process.
     *
     * @param perSecond arrivals a second on average, of all bursts
     * @param size the number of arrivals of each burst
     */
    record Bursts(double perSecond, int size, int connections) implements Arrivals {
        public Bursts {
            checkRate(perSecond);
            checkConnections(connections, "connections");
            if (size < 1 || size > MOST) {
                throw new BadPlanException("size: " + size + " is out of range: 1 to " + MOST);
            }
        }
    }

    /** Returns the share of the connections on which anything is sent. */
    default double active() {
        return 1;
    }

    /** Returns the number of connections on which anything is sent: at least one. */
    default int activeConnections() {
        return (int) Math.max(1, Math.round(active() * connections()));
    }

    /** Returns the same arrivals at another rate. */
    default Arrivals at(double perSecond) {
        return switch (this) {
            case Closed _ ->
                throw new BadPlanException("perSecond: a closed loop has no rate; leave it out, or plan an open loop");
            case Constant(double _, int connections, double active) -> new Constant(perSecond, connections, active);
            case Poisson(double _, int connections, double active) -> new Poisson(perSecond, connections, active);
            case Bursts(double _, int size, int connections) -> new Bursts(perSecond, size, connections);
        };
    }

    /**
     * Returns the scheduled times of the first arrivals, as the generator derives them from this seed; used to replay a run.
     *
     * @return nanoseconds from the beginning of the load, increasing
     * @throws IllegalArgumentException for a closed loop, which has no schedule
     */
    default long[] times(long seed, int count) {
        return Schedule.times(this, seed, count);
    }

    /**
     * Reads arrivals from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is not one of the forms above
     */
    static Arrivals fromTree(JsonNode node, String where) {
        return PlanJson.read(node, where, Arrivals.class);
    }

    /** Returns the form that {@link #fromTree} reads. */
    default ObjectNode toTree() {
        var node = JsonNodeFactory.instance.objectNode();
        switch (this) {
            case Closed(int users) -> node.put("model", "closed").put("users", users);
            case Constant(double perSecond, int connections, double _) ->
                node.put("model", "constant").put("perSecond", perSecond).put("connections", connections);
            case Poisson(double perSecond, int connections, double _) ->
                node.put("model", "poisson").put("perSecond", perSecond).put("connections", connections);
            case Bursts(double perSecond, int size, int connections) ->
                node.put("model", "bursts")
                        .put("perSecond", perSecond)
                        .put("size", size)
                        .put("connections", connections);
        }
        return active() < 1 ? node.put("active", active()) : node;
    }

    private static void checkActive(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new BadPlanException(
                    "active: " + share + " is out of range: a share of the connections, above 0 to 1");
        }
    }

    private static void checkConnections(int count, String name) {
        if (count < 1 || count > MOST) {
            throw new BadPlanException(name + ": " + count + " is out of range: 1 to " + MOST);
        }
    }

    private static void checkRate(double perSecond) {
        if (!(perSecond >= 0.001 && perSecond <= MOST_PER_SECOND)) {
            throw new BadPlanException(
                    "perSecond: " + perSecond + " is out of range: 0.001 to " + (long) MOST_PER_SECOND);
        }
    }
}
