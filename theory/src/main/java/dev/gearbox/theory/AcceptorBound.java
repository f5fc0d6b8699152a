package dev.gearbox.theory;

/**
 * One thread that accepts connections, and for each of them is occupied for a time, before it accepts the next. This limits the rate of connections,
 * however fast the rest of the server is.
 *
 * <p>Derivation: one at a time, so 1 / t per second. Only the thread's own work counts. The handshakes are made by the kernel, many at a time, and a thread
 * that waits in {@code accept()} for a client is idle, not occupied: its waiting time is no t.
 *
 * @param acceptSeconds from one return of accept to the next call
 */
public record AcceptorBound(double acceptSeconds) {
    public AcceptorBound {
        Require.positive("accept time", acceptSeconds);
    }

    /** Returns the highest rate of new connections per second: 1 / t. */
    public double highestRate() {
        return 1 / acceptSeconds;
    }

    /**
     * Returns the seconds until connections that arrive at a constant rate fill the accept queue of the kernel; then clients retry, for a second and more.
     * Infinity if the acceptor keeps up.
     *
     * @param rate of arrivals per second
     * @param backlog the length of the accept queue
     */
    public double secondsUntilFull(double rate, int backlog) {
        Require.notNegative("rate", rate);
        Require.atLeast("backlog", backlog, 0);
        double growth = rate - highestRate();
        return growth > 0 ? backlog / growth : Double.POSITIVE_INFINITY;
    }
}
