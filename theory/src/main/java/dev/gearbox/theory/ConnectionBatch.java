package dev.gearbox.theory;

/**
 * A batch of connections that arrive at once, and the time until the last of them has been served, on each model of server that the literature
 * calculates. Accepting costs {@code acceptSeconds} per connection, on one thread; reading, working and writing cost {@code readSeconds}, {@code reads}
 * times per connection.
 *
 * <p>Source: S. Zhao, "Java NIO and IO: a performance comparison", Software Guide 2021/4: {@link #singleSelector()} and
 * {@link #selectorPoolInTurn}. It gives no formula for the multi-Reactor; {@link #multiReactor} and {@link #selectorPool} are derived here.
 *
 * <p>All but {@link #singleSelectorWhereReadsWait} assume that a read occupies its thread because it computes. So a number of threads counts as far as
 * these have cores: 16 threads on 2 cores are 2.
 *
 * @param connections at least one
 * @param acceptSeconds processor time of accepting one connection
 * @param reads of each connection
 * @param readSeconds of one read, with its work and its write
 */
public record ConnectionBatch(long connections, double acceptSeconds, int reads, double readSeconds) {
    public ConnectionBatch {
        Require.atLeast("connections", connections, 1);
        Require.notNegative("accept time", acceptSeconds);
        Require.atLeast("reads", reads, 0);
        Require.notNegative("read time", readSeconds);
    }

    /** Returns the seconds of one thread that does everything in turn: N (t<sub>accept</sub> + c t<sub>read</sub>). */
    public double singleSelector() {
        return connections * (acceptSeconds + work());
    }

    /**
     * Returns the seconds of one selector if reads do not compute but wait for the network. Waiting occupies no thread, so the waits of all connections
     * overlap, and only those of the connection that was accepted last are added: N t<sub>accept</sub> + c t<sub>read</sub>.
     */
    public double singleSelectorWhereReadsWait() {
        return connections * acceptSeconds + work();
    }

    /**
     * Returns the seconds of a selector and a pool as published: N t<sub>accept</sub> + N c t<sub>read</sub> / k + all switches. This sum is an upper
     * limit: in it the pool works only after the last connection has been accepted.
     *
     * @param threads of the pool, as many as have a core
     * @param switchSeconds of all switches between threads together
     */
    public double selectorPoolInTurn(int threads, double switchSeconds) {
        Require.atLeast("threads", threads, 1);
        Require.notNegative("switches", switchSeconds);
        return connections * acceptSeconds + connections * work() / threads + switchSeconds;
    }

    /**
     * Returns the seconds of a selector and a pool that work at the same time. The selector thread spends a hand-over on every read, so it needs
     * t<sub>accept</sub> + c h per connection: many small reads load the one selector, however many threads the pool has.
     *
     * @param threads of the pool, as many as have a core beside the selector's
     * @param handOverSeconds processor time of the selector thread to hand one read over
     */
    public double selectorPool(int threads, double handOverSeconds) {
        Require.atLeast("threads", threads, 1);
        Require.notNegative("hand-over", handOverSeconds);
        return pipeline(acceptSeconds + reads * handOverSeconds, threads);
    }

    /**
     * Returns the seconds of an acceptor that deals the connections to k selector threads in turn, where they stay. It hands over once per connection, not
     * once per read: the acceptor needs t<sub>accept</sub> + h.
     *
     * @param reactors selector threads without the acceptor, as many as have a core beside the acceptor's
     * @param handOverSeconds processor time of the acceptor to hand one connection over
     */
    public double multiReactor(int reactors, double handOverSeconds) {
        Require.atLeast("reactors", reactors, 1);
        Require.notNegative("hand-over", handOverSeconds);
        return pipeline(acceptSeconds + handOverSeconds, reactors);
    }

    private double work() {
        return reads * readSeconds;
    }

    /**
     * A first stage that releases a connection every a seconds, and k servers that take the connections in turn and need w seconds for each. Server j gets
     * its m-th connection (both from 0) at (j + 1) a + m k a. It ends last either because it was busy from its first connection on, after
     * (j + 1) a + n w, or because it waited for its last one, after (j + 1) a + (n - 1) k a + w; in between the two are linear in m, so the
     * larger of these is exact. For many connections this is the slower stage: max(N a, N w / k).
     */
    private double pipeline(double a, int servers) {
        int k = (int) Math.min(servers, connections);
        double w = work();
        double last = 0;
        for (int j = 0; j < k; j++) {
            long n = (connections - j + k - 1) / k;
            last = Math.max(last, (j + 1) * a + Math.max(n * w, (n - 1) * k * a + w));
        }
        return last;
    }
}
