package dev.gearbox.theory;

/**
 * Users who each send a request, wait for the answer, pause, and repeat. Their number fixes what can be seen: the rate cannot exceed N / pause on any
 * server, and a server that is full makes the response time rise with N, whatever its model.
 *
 * <p>Source: P. J. Denning and J. P. Buzen, "The operational analysis of queueing network models", ACM Computing Surveys 10 (1978). Derivation: a user's
 * cycle is pause and response, so Little's law gives N = X (Z + R). The limits follow from X at most the rate of the bottleneck, and R at least the
 * response time of an empty server. They are limits, not predictions: random times keep the real values away from them, most of all where the
 * two meet.
 *
 * @param users at least one
 * @param pauseSeconds from an answer to the next request of the same user
 */
public record ClosedLoop(long users, double pauseSeconds) {
    public ClosedLoop {
        Require.atLeast("users", users, 1);
        Require.notNegative("pause", pauseSeconds);
    }

    /** Returns the rate per second that goes with this average response time. */
    public double rate(double responseSeconds) {
        Require.notNegative("response", responseSeconds);
        return users / (pauseSeconds + responseSeconds);
    }

    /** Returns the average response time that goes with this rate, in seconds; below 0 if so few users cannot cause that rate. */
    public double responseSeconds(double rate) {
        Require.positive("rate", rate);
        return users / rate - pauseSeconds;
    }

    /**
     * Returns the highest possible rate per second.
     *
     * @param emptySeconds the response time of a server with nothing else to do
     * @param bottleneckRate the most that the server can do per second; infinity for no limit
     */
    public double highestRate(double emptySeconds, double bottleneckRate) {
        Require.notNegative("response of an empty server", emptySeconds);
        if (!(bottleneckRate > 0)) {
            throw new IllegalArgumentException("bottleneck: " + bottleneckRate + "/s is out of range: above 0");
        }
        return Math.min(rate(emptySeconds), bottleneckRate);
    }

    /** Returns the lowest possible average response time, in seconds; parameters as of {@link #highestRate}. */
    public double leastResponseSeconds(double emptySeconds, double bottleneckRate) {
        return Math.max(emptySeconds, responseSeconds(highestRate(emptySeconds, bottleneckRate)));
    }
}
