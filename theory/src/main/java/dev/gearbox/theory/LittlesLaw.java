package dev.gearbox.theory;

/**
 * The average number in a system is the rate of arrivals times the average time in the system: N = X R.
 *
 * <p>Source: J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9 (1961). It holds for every system whose averages exist,
 * whatever its order of service and its distributions: for the threads of a server, the connections in an accept queue, the requests in flight. It does
 * not hold between averages of different things, such as the rate of answers and the response time without those that failed.
 */
public final class LittlesLaw {
    private LittlesLaw() {}

    /** Returns the average number in the system. */
    public static double population(double rate, double seconds) {
        Require.notNegative("rate", rate);
        Require.notNegative("time", seconds);
        return rate * seconds;
    }

    /** Returns the average time in the system, in seconds. */
    public static double seconds(double population, double rate) {
        Require.notNegative("population", population);
        Require.positive("rate", rate);
        return population / rate;
    }

    /** Returns the rate per second. */
    public static double rate(double population, double seconds) {
        Require.notNegative("population", population);
        Require.positive("time", seconds);
        return population / seconds;
    }
}
