package dev.gearbox.stats;

/**
 * How much a measured window may be disturbed before its figures are left out. The generator judges itself by these limits, evidence drops blocks
 * by them, and the checks of the instrument wait for a machine that keeps them: all three have to mean the same.
 */
public final class FitnessLimits {
    /** Processor time of programs other than the lab and its children, in cores. */
    public static final double FOREIGN_CORES = 0.10;

    /** Steal: processor time that the hypervisor gave to others, as a share of all cores' time. For times and rates. */
    public static final double STEAL = 0.02;

    /**
     * Steal before costs are in doubt. Processor time does not run while a processor is taken away: in 180 A/A blocks the spread of cost ratios
     * was the same (robust standard deviation 0.05 to 0.08) from no steal to a whole core (docs/decisions/0007).
     */
    public static final double STEAL_COST = 0.25;

    /** Share of the window in which the generator's loop may work; more and it has no time to spare. */
    public static final double WORK = 0.70;

    /** Share of the window in which the generator may be kept off its core; more and fewer answers come for its sake. */
    public static final double AWAY = 0.05;

    /** Share of the window in which the generator may be away before the load is no longer the one that was planned, and costs are in doubt. */
    public static final double AWAY_COST = 0.25;

    /** Share of requests that the generator's own stalls may have touched. */
    public static final double MASKED = 0.05;

    /**
     * Share by which the generator may be late: of the requests, those that left after the window although they could have left in it; of a user's
     * round, the lag before there are fewer rounds for its sake.
     */
    public static final double LATE = 0.01;

    /** The generator's lag that is allowed in any case, in nanoseconds. */
    public static final long LAG_NANOS = 50_000;

    /** The generator's lag that is allowed as a share of the median response. */
    public static final double LAG_SHARE = 0.1;

    /** How long the generator's JVM may compile in the window, in milliseconds. */
    public static final long COMPILED_MILLIS = 5;

    /** By how much the beginning that several generators agreed on may be missed in any case, in nanoseconds. */
    public static final long MISSED_NANOS = 1_000_000;

    /** Share of the generator's ceiling above which times and rates of an open loop describe the generator. */
    public static final double CEILING = 0.75;

    /** Share of a job's time by which the origin's answers may be late at p99. */
    public static final double JOB_LATE_SHARE = 0.10;

    /** The lateness of an origin's answers that is allowed in any case, in milliseconds: answers due at the same time leave one after another. */
    public static final double JOB_LATE_MILLIS = 10;

    /** Steal above which a check of the instrument may have been spoiled, in cores: stricter than that of an experiment's block. */
    public static final double CHECK_STEAL_CORES = 0.02;

    private FitnessLimits() {}
}
