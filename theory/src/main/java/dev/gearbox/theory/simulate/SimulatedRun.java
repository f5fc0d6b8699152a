package dev.gearbox.theory.simulate;

import java.util.Arrays;

/** What happened to the requests of a simulation, after the warm-up. Times are in seconds. Immutable. */
public final class SimulatedRun {
    /** So many parts of the run give the standard error of its mean. */
    static final int BATCHES = 100;

    private final double[] responses;
    private final double[] sorted;
    private final double seconds;
    private final double utilisation;
    private final int mostThreads;

    /**
     * What was seen.
     *
     * @param responses in the order in which they ended
     * @param seconds that these took
     * @param utilisation of the cores in this time
     * @param mostThreads that were in use at a time
     */
    SimulatedRun(double[] responses, double seconds, double utilisation, int mostThreads) {
        this.responses = responses;
        this.seconds = seconds;
        this.utilisation = utilisation;
        this.mostThreads = mostThreads;
        sorted = responses.clone();
        Arrays.sort(sorted);
    }

    /** Returns the mean response time. */
    public double meanSeconds() {
        return mean(0, responses.length);
    }

    /**
     * Returns the standard error of the mean, from the means of a hundred parts of the run: neighbouring requests wait for the same others, so their times
     * are not independent. Too small if waits last longer than such a part.
     */
    public double meanError() {
        double mean = meanSeconds();
        double squares = 0;
        for (int i = 0; i < BATCHES; i++) {
            double part = mean(at(i), at(i + 1));
            squares += (part - mean) * (part - mean);
        }
        return Math.sqrt(squares / (BATCHES - 1) / BATCHES);
    }

    private int at(int batch) {
        return (int) ((long) batch * responses.length / BATCHES);
    }

    private double mean(int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += responses[i];
        }
        return sum / (to - from);
    }

    /** Returns the response time that this share of the requests did not exceed, from 0 to 1. */
    public double quantileSeconds(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: " + share + " is out of range: from 0 to 1");
        }
        return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }

    /** Returns the rate of answers per second. */
    public double rate() {
        return responses.length / seconds;
    }

    /** Returns the share of time in which the cores computed. */
    public double utilisation() {
        return utilisation;
    }

    /** Returns the highest number of threads in use at a time, since the beginning. */
    public int mostThreads() {
        return mostThreads;
    }
}
