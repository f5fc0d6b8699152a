package dev.gearbox.origin;

/**
 * How the origin is to behave.
 *
 * @param delay from the last byte of a request to the first of its answer
 * @param bytesPerSecond what all connections together may carry of pages; 0 for no limit
 * @param faults what goes wrong, and how often
 * @param seed decides delays and faults by path
 */
public record OriginPlan(Delay delay, double bytesPerSecond, Faults faults, long seed) {
    /** As {@code 100Mbit}, in bytes per second. */
    public static double rate(String text) {
        return Units.rate(text);
    }

    /** As {@code 500KiB}, in bytes. */
    public static long size(String text) {
        return Units.size(text);
    }
}
