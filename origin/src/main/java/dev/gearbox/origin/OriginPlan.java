package dev.gearbox.origin;

/**
 * The behaviour of an origin.
 *
 * @param delay from the last byte of a request to the first of its answer
 * @param bytesPerSecond what all connections together may carry of pages; 0 for no limit
 * @param faults the injected faults and their rates
 * @param seed decides delays and faults by path
 */
public record OriginPlan(Delay delay, double bytesPerSecond, Faults faults, long seed) {
    /** Parses {@code 100Mbit}, into bytes per second. */
    public static double rate(String text) {
        return Units.rate(text);
    }

    /** Parses {@code 500KiB}, into bytes. */
    public static long size(String text) {
        return Units.size(text);
    }
}
