package dev.gearbox.theory;

/**
 * Requests that arrive at random (a Poisson process), k equal servers, first come, first served, and service times of any distribution: the queue M/G/k. No
 * exact formula is known; these are the approximations in use.
 *
 * <p>Sources: A. M. Lee and P. A. Longton, "Queueing processes associated with airline passenger check-in", Operational Research Quarterly 10 (1959), for
 * {@link #leeLongtonWaitSeconds}; T. Kimura, "A two-moment approximation for the mean waiting time in the GI/G/s queue", Management Science 32 (1986), with
 * G. P. Cosmetatos, "Approximate explicit formulae for the average queueing time in the processes (M/D/r) and (D/M/r)", INFOR 13 (1975), for
 * {@link #meanWaitSeconds}. Both are exact for one server (Pollaczek and Khinchine) and for exponential services (Erlang).
 *
 * <p>They know only mean and variance of the service time; two distributions that agree in these may differ in waiting. The tests compare both with an exact
 * solution for constant services, and with simulation: of the two, Kimura's is the closer one throughout.
 *
 * @param rate of arrivals per second
 * @param serviceSeconds the mean service time
 * @param squaredVariation variance of the service time divided by the square of its mean: 0 for a constant time, 1 for an exponential one
 * @param servers at least one
 */
public record MGkQueue(double rate, double serviceSeconds, double squaredVariation, int servers) {
    public MGkQueue {
        Require.notNegative("rate", rate);
        Require.positive("service", serviceSeconds);
        Require.notNegative("squared variation", squaredVariation);
        Require.atLeast("servers", servers, 1);
    }

    /** Returns the share of the servers' time that the requests need. From 1 on the queue grows without limit. */
    public double utilisation() {
        return exponential().utilisation();
    }

    /** Returns the mean time in the queue, in seconds, after Lee and Longton: (1 + v) / 2 times that of exponential services. */
    public double leeLongtonWaitSeconds() {
        return (1 + squaredVariation) / 2 * exponential().meanWaitSeconds();
    }

    /**
     * Returns the mean time in the queue, in seconds, after Kimura: the harmonic mean of the times for exponential (M) and constant (D) services, with weights
     * that make it exact for one server: (1 + v) / (2 v / M + (1 - v) / D).
     */
    public double meanWaitSeconds() {
        double wait = exponential().meanWaitSeconds();
        if (wait == 0 || wait == Double.POSITIVE_INFINITY) {
            return wait;
        }
        return (1 + squaredVariation) / (2 * squaredVariation / wait + (1 - squaredVariation) / constant(wait));
    }

    /**
     * The mean time in the queue if services are constant, after Cosmetatos: half of that for exponential ones, and more the more servers there are and the less
     * these have to do: they work through what came together, together.
     */
    private double constant(double exponentialWait) {
        double busy = utilisation();
        double k = servers;
        return exponentialWait / 2 * (1 + (1 - busy) * (k - 1) * (Math.sqrt(4 + 5 * k) - 2) / (16 * busy * k));
    }

    /** Returns the mean response time, in seconds: waiting, after Kimura, and service. */
    public double meanResponseSeconds() {
        return meanWaitSeconds() + serviceSeconds;
    }

    /** The same queue with exponential services. */
    private MMcQueue exponential() {
        return new MMcQueue(rate, serviceSeconds, servers);
    }
}
