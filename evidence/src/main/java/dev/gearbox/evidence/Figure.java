package dev.gearbox.evidence;

/**
 * A value with the interval in which it lies, over forks.
 *
 * @param value the estimate; NaN where nothing was measured
 * @param low lower end of the interval; negative infinity where one fork is all there is
 * @param high upper end of the interval
 * @param forks that stand behind it
 */
public record Figure(double value, double low, double high, int forks) {
    /** Whether there is an interval at all. */
    public boolean bounded() {
        return Double.isFinite(low) && Double.isFinite(high);
    }
}
