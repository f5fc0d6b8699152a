package dev.gearbox.theory;

/**
 * Requests that arrive at random (a Poisson process), c equal servers, first come, first served, and service times that are exponential: the queue M/M/c.
 * Its servers are the threads of a pool that have a core each, or the cores themselves.
 *
 * <p>Source: A. K. Erlang, "Solution of some problems in the theory of probabilities of significance in automatic telephone exchanges", 1917 (formula C).
 * Derivation: the number in the system is a birth-death chain that arrivals raise at rate λ and departures lower at min(n, c) / s. Its stationary
 * distribution gives the probability that all servers are busy. A request that finds them busy waits for c / s - λ: exponentially, with that rate.
 *
 * <p>It fails where arrivals are not independent (users in a closed loop, bursts), where service times are far from exponential ({@link MGkQueue}), and
 * where a busy server becomes slower (shared memory, locks: {@link ScalabilityLaw}).
 *
 * @param rate of arrivals per second
 * @param serviceSeconds the mean service time
 * @param servers at least one
 */
public record MMcQueue(double rate, double serviceSeconds, int servers) {
    /** So many halvings of an interval of doubles leave less of it than rounding does. */
    private static final int HALVINGS = 100;

    public MMcQueue {
        Require.notNegative("rate", rate);
        Require.positive("service", serviceSeconds);
        Require.atLeast("servers", servers, 1);
    }

    /** Returns the share of the servers' time that the requests need: λ s / c. From 1 on the queue grows without limit. */
    public double utilisation() {
        return offered() / servers;
    }

    /**
     * Returns the probability that a request has to wait: Erlang's formula C; 1 for a queue that grows without limit. It is computed from formula B by
     * the recursion B(n) = a B(n - 1) / (n + a B(n - 1)), which neither overflows nor cancels, whatever the number of servers.
     */
    public double delayProbability() {
        if (grows()) {
            return 1;
        }
        double blocked = 1;
        for (int n = 1; n <= servers; n++) {
            blocked = offered() * blocked / (n + offered() * blocked);
        }
        return blocked / (1 - utilisation() * (1 - blocked));
    }

    /** Returns the mean time in the queue, in seconds: C / (c / s - λ). */
    public double meanWaitSeconds() {
        return grows() ? Double.POSITIVE_INFINITY : delayProbability() / drain();
    }

    /** Returns the mean response time, in seconds: waiting and service. */
    public double meanResponseSeconds() {
        return meanWaitSeconds() + serviceSeconds;
    }

    /** Returns the mean number of requests that wait. */
    public double meanQueue() {
        return rate == 0 ? 0 : rate * meanWaitSeconds();
    }

    /** Returns the probability of waiting longer: C e<sup>-(c / s - λ) t</sup>. */
    public double waitsLonger(double seconds) {
        Require.notNegative("time", seconds);
        return grows() ? 1 : delayProbability() * Math.exp(-drain() * seconds);
    }

    /** Returns the waiting time that this share of the requests does not exceed, in seconds. */
    public double waitQuantileSeconds(double share) {
        Require.belowOne("share", share);
        if (grows()) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(0, Math.log(delayProbability() / (1 - share)) / drain());
    }

    /**
     * Returns the probability of a longer response time. A request that waits needs the sum of two exponential times, of rates d = c / s - λ and 1 / s; the
     * others need the second only.
     */
    public double respondsLater(double seconds) {
        Require.notNegative("time", seconds);
        if (grows()) {
            return 1;
        }
        double waits = delayProbability();
        double service = 1 / serviceSeconds;
        double served = Math.exp(-service * seconds);
        // (d e^{-u t} - u e^{-d t}) / (d - u) for the service rate u, written so that d = u is no exception.
        double gap = (drain() - service) * seconds;
        double factor = gap == 0 ? 1 : -Math.expm1(-gap) / gap;
        return served + waits * service * seconds * served * factor;
    }

    /** Returns the response time that this share of the requests does not exceed, in seconds. */
    public double responseQuantileSeconds(double share) {
        Require.belowOne("share", share);
        if (grows()) {
            return Double.POSITIVE_INFINITY;
        }
        double low = 0;
        double high = serviceSeconds;
        while (respondsLater(high) > 1 - share) {
            high *= 2;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (respondsLater(middle) > 1 - share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The mean number of busy servers, if there were enough: Erlang's offered load. */
    private double offered() {
        return rate * serviceSeconds;
    }

    private boolean grows() {
        return offered() >= servers;
    }

    /** By how many requests per second busy servers are faster than the arrivals. */
    private double drain() {
        return servers / serviceSeconds - rate;
    }
}
