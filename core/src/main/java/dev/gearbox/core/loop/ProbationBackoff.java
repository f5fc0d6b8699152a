package dev.gearbox.core.loop;

/**
 * The duration for which a connection that was moved away must behave before it returns. It doubles after each relapse, a new reason to leave soon after
 * the return, so that a connection is not shifted back and forth forever. Times are in the caller's unit. For authors of engines.
 */
public final class ProbationBackoff {
    /** How often the first duration is doubled at most: up to 64 times as long. */
    private static final int DOUBLINGS = 6;

    /** After so many probations at home without a new reason to leave, the duration is reset to the first one. */
    private static final int SOON = 10;

    private ProbationBackoff() {}

    /**
     * Returns the duration of a probation.
     *
     * @param first the duration without a relapse
     * @param relapses the number of consecutive relapses
     */
    public static long length(long first, int relapses) {
        return first << Math.min(relapses, DOUBLINGS);
    }

    /**
     * Returns whether a connection that has to leave now has relapsed.
     *
     * @param home the time since it returned
     * @param length the duration of its last probation
     */
    public static boolean isRelapse(long home, long length) {
        return home < SOON * length;
    }
}
