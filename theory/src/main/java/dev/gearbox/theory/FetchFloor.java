package dev.gearbox.theory;

/**
 * The least time in which a client can fetch a batch of pages, on any model: so many as may be in flight are fetched in rounds, the link carries all bytes,
 * the cores do all work. A comparison of models with different numbers in flight compares these numbers.
 *
 * <p>Derivation: each of the three is needed, and they can at best overlap completely, so the largest is a floor. Not counted: handshakes, headers, slow
 * start.
 *
 * @param pages at least one
 * @param delaySeconds after which the server begins to answer
 * @param pageBytes of an answer
 * @param linkBits per second of the link; infinity for no limit
 * @param workSeconds processor time of the client for a page
 * @param cores of the client
 */
public record FetchFloor(
        long pages, double delaySeconds, double pageBytes, double linkBits, double workSeconds, int cores) {
    public FetchFloor {
        Require.atLeast("pages", pages, 1);
        Require.notNegative("delay", delaySeconds);
        Require.notNegative("page", pageBytes);
        if (!(linkBits > 0)) {
            throw new IllegalArgumentException("link: " + linkBits + " bit/s is out of range: above 0");
        }
        Require.notNegative("work", workSeconds);
        Require.atLeast("cores", cores, 1);
    }

    /** Returns the seconds with at most this many pages in flight. */
    public double seconds(int inFlight) {
        Require.atLeast("pages in flight", inFlight, 1);
        double transfer = 8 * pageBytes / linkBits;
        long rounds = (pages + inFlight - 1) / inFlight;
        return Math.max(rounds * (delaySeconds + transfer), Math.max(pages * transfer, pages * workSeconds / cores));
    }
}
