package dev.gearbox.core.loop;

/**
 * How long a connection that was moved away has to behave before it comes back: twice as long after each relapse, so that one that never stays is not
 * shifted to and fro forever. A relapse is a new reason to leave soon after it came back. Times in whatever unit the caller counts in. For those
 * who write engines.
 */
public final class ProbationBackoff {
    /** It doubles so often at most: 64 times the first one. */
    private static final int DOUBLINGS = 6;

    /** So many probations at home without a new reason to leave, and the next one is as short as the first. */
    private static final int SOON = 10;

    private ProbationBackoff() {}

    /**
     * The length of a probation.
     *
     * @param first the length of one that follows no relapse
     * @param relapses how many there were in a row
     */
    public static long length(long first, int relapses) {
        return first << Math.min(relapses, DOUBLINGS);
    }

    /**
     * Whether a connection that has to leave now relapses.
     *
     * @param home how long ago it came back
     * @param length of its last probation
     */
    public static boolean isRelapse(long home, long length) {
        return home < SOON * length;
    }
}
