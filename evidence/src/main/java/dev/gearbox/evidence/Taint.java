package dev.gearbox.evidence;

import java.util.Collection;
import java.util.Optional;

/**
 * The reasons why a block does not count: outside causes only, never the values themselves. One disturbed slice drops the block for every arm; otherwise
 * an arm that happened to escape the disturbance would gain from it.
 *
 * <p>Retransmissions are not a cause: they are counted for the whole machine, and a server that receives more connections than it accepts causes them itself.
 */
public enum Taint {
    /** Another program used the processors. */
    FOREIGN("another program used more than 0.10 core"),
    /** The hypervisor took processor time; the limit is the one for costs, by which reports count dropped blocks. */
    STEAL("the hypervisor took more than 25 % of the processors' time"),
    /** The generator did not generate the load as planned. */
    GENERATOR("the generator was not fit");

    /**
     * The share of the window in which the generator's loop may be busy; above it there is no spare capacity. The generator's own
     * gate has the same limit.
     */
    public static final double WORK = 0.70;

    /**
     * The share of all cores' time that the hypervisor may take before costs are in doubt. Processor time does not advance while a processor is taken
     * away: in 180 A/A blocks the spread of cost ratios was the same (robust standard deviation 0.05 to 0.08) from no steal to a whole core
     * (docs/decisions/0007). Response times have a stricter limit.
     */
    static final double STEAL_COST = 0.25;

    /** Share of a window in which the generator may be off its core before the load differs from the plan. */
    static final double AWAY_COST = 0.25;

    /** Share of a window in which the generator may be off its core before that reduces the number of answers; its own gate has the same limit. */
    static final double AWAY_RATE = 0.05;

    /** Share of a user's round trip by which the generator may be late before that reduces the number of round trips. */
    static final double LATE = 0.01;

    /** Share of the generator's ceiling above which the times and rates of an open loop describe the generator. */
    public static final double CEILING = 0.75;

    private final String words;

    Taint(String words) {
        this.words = words;
    }

    /** Returns the text for reports. */
    public String words() {
        return words;
    }

    /** The purposes for which a block may be fit. */
    public enum Use {
        /**
         * The subject's cost per request. A generator that is late, or has no spare capacity in a closed loop, distorts times but not the cost of an
         * answer; a generator that is off its core for long does change the cost, because it then sends in bursts.
         */
        COST,
        /** Times: these describe the generator as soon as it is late. */
        TIME,
        /**
         * Answers per second. A lag of some microseconds in a user's round trip of a second does not change the number of round trips; a generator without
         * spare capacity, or off its core, does.
         */
        RATE
    }

    /** Returns the cause that drops a block, if there is one. */
    public static Optional<Taint> of(Collection<Slice> block, Use use, boolean open) {
        if (block.stream().anyMatch(slice -> slice.memory() != null)) {
            return Optional.empty(); // Memory held at rest does not depend on what other programs do.
        }
        if (block.stream().anyMatch(slice -> slice.disturbance().foreignCores() > Slice.Disturbance.FOREIGN)) {
            return Optional.of(FOREIGN);
        }
        double steal = use == Use.COST ? STEAL_COST : Slice.Disturbance.STEAL;
        if (block.stream().anyMatch(slice -> slice.disturbance().steal() > steal)) {
            return Optional.of(STEAL);
        }
        return block.stream().anyMatch(slice -> unfit(slice, use, open)) ? Optional.of(GENERATOR) : Optional.empty();
    }

    private static boolean unfit(Slice slice, Use use, boolean open) {
        Slice.GeneratorLag generator = slice.generator();
        if (slice.job() != null) {
            // A late origin distorts the time of a job, not its cost.
            return use != Use.COST && !generator.fit();
        }
        return switch (use) {
            case TIME -> !generator.fit();
            case RATE -> generator.work() > WORK || generator.away() > AWAY_RATE || (!open && late(slice));
            case COST -> {
                boolean onlyBusy = !open && generator.work() > WORK;
                yield !generator.fit() && !onlyBusy && generator.away() > AWAY_COST;
            }
        };
    }

    /** Returns whether waiting for the generator takes enough of a user's round trip to affect the number of round trips. */
    private static boolean late(Slice slice) {
        double round = 1e6 * slice.traffic().connections() / slice.traffic().answeredPerSecond();
        return slice.generator().lagP99Micros() > LATE * round;
    }
}
