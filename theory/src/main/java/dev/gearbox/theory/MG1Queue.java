package dev.gearbox.theory;

/**
 * Requests that arrive at random (a Poisson process), one server, first come, first served, and service times of any distribution: the queue M/G/1.
 * One event loop is such a server.
 *
 * <p>Source: F. Pollaczek 1930, A. Khinchine 1932. Derivation: a request that arrives at random finds the server busy with probability ρ, and then waits
 * for what is left of a service, on average E[S²] / 2 E[S], because long services are met more often than short ones; and for the services of
 * those before it. So W = λ E[S²] / 2 + ρ W. Hence the danger of a few long callbacks on a loop: they enter by their squares.
 *
 * <p>It fails where arrivals are not independent, and in short runs: with service times of great variation the mean settles slowly.
 *
 * @param rate of arrivals per second
 * @param serviceSeconds the mean service time
 * @param squaredVariation variance of the service time divided by the square of its mean: 0 for a constant time, 1 for an exponential one
 */
public record MG1Queue(double rate, double serviceSeconds, double squaredVariation) {
    public MG1Queue {
        Require.notNegative("rate", rate);
        Require.positive("service", serviceSeconds);
        Require.notNegative("squared variation", squaredVariation);
    }

    /** Returns the queue of requests of two kinds, each of constant service time, mixed at random: a few that block a loop among many light ones. */
    public static MG1Queue ofTwoKinds(double rate, double lightSeconds, double heavySeconds, double heavyShare) {
        Require.positive("light service", lightSeconds);
        Require.positive("heavy service", heavySeconds);
        Require.belowOne("share of heavy requests", heavyShare);
        double mean = (1 - heavyShare) * lightSeconds + heavyShare * heavySeconds;
        double gap = heavySeconds - lightSeconds;
        return new MG1Queue(rate, mean, heavyShare * (1 - heavyShare) * gap * gap / (mean * mean));
    }

    /** Returns the share of the server's time that the requests need: λ s. From 1 on the queue grows without limit. */
    public double utilisation() {
        return rate * serviceSeconds;
    }

    /** Returns the mean time in the queue, in seconds: ρ / (1 - ρ) · (1 + v) / 2 · s. */
    public double meanWaitSeconds() {
        double busy = utilisation();
        return busy >= 1 ? Double.POSITIVE_INFINITY : busy / (1 - busy) * (1 + squaredVariation) / 2 * serviceSeconds;
    }

    /** Returns the mean response time, in seconds: waiting and service. */
    public double meanResponseSeconds() {
        return meanWaitSeconds() + serviceSeconds;
    }
}
