package dev.gearbox.evidence;

import dev.gearbox.stats.FitnessLimits;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * The reasons why a block does not count: outside causes only, never the values themselves. What disturbs the machine in one slice drops the block for every
 * arm; otherwise an arm that happened to escape the disturbance would gain from it. A generator that was late in one slice drops that slice for times and
 * rates, and so the block for each comparison with its arm, but not for the comparisons of other arms.
 *
 * <p>Retransmissions are not a cause: they are counted for the whole machine, and a server that receives more connections than it accepts causes them itself.
 */
public enum Taint {
    /** Another program used the processors. */
    FOREIGN(String.format(Locale.ROOT, "another program used more than %.2f core", FitnessLimits.FOREIGN_CORES)),
    /** The hypervisor took processor time; the limit is the one for costs, by which reports count dropped blocks. */
    STEAL(String.format(
            Locale.ROOT,
            "the hypervisor took more than %.0f %% of the processors' time",
            100 * FitnessLimits.STEAL_COST)),
    /** The generator did not generate the load as planned. */
    GENERATOR("the generator was not fit");

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
        /**
         * The subject's cost per request beside other programs, which is another quantity: a server that is kept from its processor finds more to do when it
         * gets it back, and what that saves depends on the server. Reports that have too few undisturbed blocks give it under this name; claims,
         * histories and the race do not use it.
         */
        COST_BESIDE_OTHERS,
        /** Times: these describe the generator as soon as it is late. */
        TIME,
        /**
         * Answers per second. A lag of some microseconds in a user's round trip of a second does not change the number of round trips; a generator without
         * spare capacity, or off its core, does.
         */
        RATE;

        /** Returns whether it is about costs. */
        public boolean costs() {
            return this == COST || this == COST_BESIDE_OTHERS;
        }
    }

    /**
     * Returns the cause for which a block does not count for all of its arms, if there is one.
     *
     * @param experiment of which it is a block
     */
    public static Optional<Taint> of(Collection<Slice> block, Use use, Experiment experiment) {
        Optional<Taint> whole = ofWhole(block, use, experiment);
        return whole.isEmpty() && block.stream().anyMatch(slice -> drops(slice, use, experiment))
                ? Optional.of(GENERATOR)
                : whole;
    }

    /**
     * Returns the cause that drops a block for every arm, if there is one.
     *
     * @param experiment of which it is a block
     */
    public static Optional<Taint> ofWhole(Collection<Slice> block, Use use, Experiment experiment) {
        if (block.stream().anyMatch(slice -> slice.memory() != null)) {
            return Optional.empty(); // Memory held at rest does not depend on what other programs do.
        }
        if (use != Use.COST_BESIDE_OTHERS
                && block.stream().anyMatch(slice -> slice.disturbance().foreignCores() > FitnessLimits.FOREIGN_CORES)) {
            return Optional.of(FOREIGN);
        }
        double steal = use.costs() ? FitnessLimits.STEAL_COST : FitnessLimits.STEAL;
        if (block.stream().anyMatch(slice -> slice.disturbance().steal() > steal)) {
            return Optional.of(STEAL);
        }
        if (!use.costs() || experiment.contended()) {
            // The arms themselves keep the generator from the cores that they share: that is no outside cause.
            return Optional.empty();
        }
        boolean open = experiment.loop().equals(Experiment.OPEN);
        return block.stream().anyMatch(slice -> unfit(slice, use, open)) ? Optional.of(GENERATOR) : Optional.empty();
    }

    /** Returns whether the generator was not fit for times or rates in a slice of a block that counts otherwise. */
    public static boolean drops(Slice slice, Use use, Experiment experiment) {
        return !use.costs()
                && slice.memory() == null
                && unfit(slice, use, experiment.loop().equals(Experiment.OPEN));
    }

    private static boolean unfit(Slice slice, Use use, boolean open) {
        Slice.GeneratorLag generator = slice.generator();
        if (slice.job() != null) {
            // A late origin distorts the time of a job, not its cost.
            return !use.costs() && !generator.fit();
        }
        return switch (use) {
            case TIME -> !generator.fit();
            case RATE ->
                generator.work() > FitnessLimits.WORK
                        || generator.away() > FitnessLimits.AWAY
                        || (!open && late(slice));
            case COST -> !generator.fit() && !onlyBusy(generator, open) && generator.away() > FitnessLimits.AWAY_COST;
            case COST_BESIDE_OTHERS -> generator.away() > FitnessLimits.AWAY_BESIDE_OTHERS;
        };
    }

    private static boolean onlyBusy(Slice.GeneratorLag generator, boolean open) {
        return !open && generator.work() > FitnessLimits.WORK;
    }

    /** Returns whether waiting for the generator takes enough of a user's round trip to affect the number of round trips. */
    private static boolean late(Slice slice) {
        double round = 1e6 * slice.traffic().connections() / slice.traffic().answeredPerSecond();
        return slice.generator().lagP99Micros() > FitnessLimits.LATE * round;
    }
}
