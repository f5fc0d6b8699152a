package dev.gearbox.evidence;

import dev.gearbox.stats.FitnessLimits;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Why a block does not count: outside causes only, never the values themselves. One disturbed slice drops the block for
 * every arm, because an arm that was lucky in a bad moment would win by it.
 *
 * <p>Retransmissions are not among the causes: they are counted for the whole machine, and a server that is asked for
 * more connections than it takes causes them itself.
 */
public enum Taint {
    /** Another program computed. */
    FOREIGN(String.format(Locale.ROOT, "another program used more than %.2f core", FitnessLimits.FOREIGN_CORES)),
    /** The hypervisor ran something else; the figure is that for costs, by which reports count dropped blocks. */
    STEAL(String.format(
            Locale.ROOT,
            "the hypervisor took more than %.0f %% of the processors' time",
            100 * FitnessLimits.STEAL_COST)),
    /** The generator did not ask as it should. */
    GENERATOR("the generator was not fit");

    private final String words;

    Taint(String words) {
        this.words = words;
    }

    /** As reports print it. */
    public String words() {
        return words;
    }

    /** What a block has to be fit for. */
    public enum Use {
        /**
         * What the subject spends for each request. A generator that is late, or has no time to spare in a closed loop,
         * spoils times, and does not change what an answer costs; one that is away for long does, because what it then
         * sends comes in bunches.
         */
        COST,
        /** Times: these are the generator's own as soon as it is late. */
        TIME,
        /**
         * Answers per second. A lag of some microseconds in a user's round of a second does not change how many rounds there are; a generator
         * that has no time to spare, or is away, does.
         */
        RATE
    }

    /** The cause that drops a block, if there is one. */
    public static Optional<Taint> of(Collection<Slice> block, Use use, boolean open) {
        if (block.stream().anyMatch(slice -> slice.memory() != null)) {
            return Optional.empty(); // What is held while all is quiet does not hang on who else computes.
        }
        if (block.stream().anyMatch(slice -> slice.disturbance().foreignCores() > FitnessLimits.FOREIGN_CORES)) {
            return Optional.of(FOREIGN);
        }
        double steal = use == Use.COST ? FitnessLimits.STEAL_COST : FitnessLimits.STEAL;
        if (block.stream().anyMatch(slice -> slice.disturbance().steal() > steal)) {
            return Optional.of(STEAL);
        }
        return block.stream().anyMatch(slice -> unfit(slice, use, open)) ? Optional.of(GENERATOR) : Optional.empty();
    }

    private static boolean unfit(Slice slice, Use use, boolean open) {
        Slice.GeneratorLag generator = slice.generator();
        if (slice.job() != null) {
            // An origin that was late spoils how long a job took, not what it cost.
            return use != Use.COST && !generator.fit();
        }
        return switch (use) {
            case TIME -> !generator.fit();
            case RATE ->
                generator.work() > FitnessLimits.WORK
                        || generator.away() > FitnessLimits.AWAY
                        || (!open && late(slice));
            case COST -> {
                boolean onlyBusy = !open && generator.work() > FitnessLimits.WORK;
                yield !generator.fit() && !onlyBusy && generator.away() > FitnessLimits.AWAY_COST;
            }
        };
    }

    /** Whether waiting for the generator is a part of a user's round that could show in the number of rounds. */
    private static boolean late(Slice slice) {
        double round = 1e6 * slice.traffic().connections() / slice.traffic().answeredPerSecond();
        return slice.generator().lagP99Micros() > FitnessLimits.LATE * round;
    }
}
