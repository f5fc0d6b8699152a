package dev.gearbox.stats;

/**
 * The limits of disturbance above which the figures of a measured window are not used. The generator judges itself by them, the analysis drops blocks
 * by them, and the checks of the instrument wait for a machine within them: all three must agree.
 */
public final class FitnessLimits {
    /** Processor time of programs other than the lab and its children, in cores. */
    public static final double FOREIGN_CORES = 0.10;

    /** Steal: processor time that the hypervisor gave to others, as a share of all cores' time. For times and rates. */
    public static final double STEAL = 0.02;

    /**
     * Steal above which costs are in doubt. Processor time does not advance while a processor is taken away: in 180 A/A blocks the spread of cost ratios
     * was the same (robust standard deviation 0.05 to 0.08) from no steal to a whole core (docs/decisions/0007).
     */
    public static final double STEAL_COST = 0.25;

    /** Share of the window in which the generator's loop may be busy; above it there is no spare capacity. */
    public static final double WORK = 0.70;

    /** Share of the window in which the generator may be off its core before that reduces the number of answers. */
    public static final double AWAY = 0.05;

    /** Share of the window in which the generator may be off its core before the load differs from the plan, and costs are in doubt. */
    public static final double AWAY_COST = 0.25;

    /** The same for costs beside other programs, which keep the server from its core as well. */
    public static final double AWAY_BESIDE_OTHERS = 0.75;

    /** Share of requests that may be affected by the generator's own stalls. */
    public static final double MASKED = 0.05;

    /** Length of a stall of the generator up to which it is left in the times, as a share of the median response of the slice before. */
    public static final double GAP_SHARE = 0.01;

    /** The same as a share of the median response of the slice itself, above which its times are not used: answers vary from slice to slice. */
    public static final double GAP_ALLOWED = 0.02;

    /**
     * How late the generator may be. As a share of the requests: those that left after the window because of the generator. As a share of a user's round
     * trip: the lag above which it reduces the number of round trips.
     */
    public static final double LATE = 0.01;

    /** The lag of the generator that is always allowed, in nanoseconds. */
    public static final long LAG_NANOS = 50_000;

    /** The lag of the generator that is allowed, as a share of the median response. */
    public static final double LAG_SHARE = 0.1;

    /** The time that the generator's JVM may compile in the window, in milliseconds. */
    public static final long COMPILED_MILLIS = 5;

    /** The delay after the agreed start of several generators that is always allowed, in nanoseconds. */
    public static final long MISSED_NANOS = 1_000_000;

    /** Share of the generator's ceiling above which the times and rates of an open loop describe the generator. */
    public static final double CEILING = 0.75;

    /** The lateness of the origin's answers that is allowed at p99, as a share of the job's time. */
    public static final double JOB_LATE_SHARE = 0.10;

    /** The lateness of the origin's answers that is always allowed, in milliseconds: answers that are due at the same time are sent one after another. */
    public static final double JOB_LATE_MILLIS = 10;

    /** Steal above which a check of the instrument may have been disturbed, in cores: stricter than that of an experiment's block. */
    public static final double CHECK_STEAL_CORES = 0.02;

    private FitnessLimits() {}
}
