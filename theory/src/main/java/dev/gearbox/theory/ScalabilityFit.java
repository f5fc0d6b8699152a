package dev.gearbox.theory;

import dev.gearbox.stats.Interval;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The universal scalability law that fits measured throughputs best, by least squares, and what the measurements leave open. Contention and coherency
 * cannot be below 0: where the best fit would be, the law is the best one with 0 in their place. Intervals are those of the unrestricted fit
 * (linearised, Student's t with n - 3 degrees of freedom) without the impossible values, and always contain the law's own.
 *
 * <p>R's package {@code usl} (N. J. Gunther and S. Möding, 3.0.4) minimises the same squares and finds the same parameters and standard errors. Its intervals
 * are narrower, since it takes the one-sided quantile of t, with n - 1 degrees of freedom: on seven points it multiplies the standard error by 1.9, not by
 * 2.8.
 *
 * <p>The intervals assume independent errors; repeated runs in one JVM are not.
 */
public final class ScalabilityFit {
    /** How the measured values scatter around the law. */
    public enum Scatter {
        /** By the same amount at each load, as {@code usl} assumes: squares of differences. */
        ABSOLUTE,
        /** By the same share at each load, as throughputs measured for the same time do: squares of differences of logarithms. */
        RELATIVE
    }

    private static final int PARAMETERS = 3;
    private static final int SINGLE = 0;
    private static final int CONTENTION = 1;
    private static final int COHERENCY = 2;

    private final ScalabilityLaw law;
    private final LeastSquares free;
    private final Scatter scatter;
    private final int points;

    private ScalabilityFit(ScalabilityLaw law, LeastSquares free, Scatter scatter, int points) {
        this.law = law;
        this.free = free;
        this.scatter = scatter;
        this.points = points;
    }

    /**
     * Fits the law.
     *
     * @param loads numbers of threads, users or cores: at least four points, at three different loads or more
     * @param throughputs one for each load, above 0, per second
     * @throws ArithmeticException if no law comes close to these points
     */
    public static ScalabilityFit of(double[] loads, double[] throughputs, Scatter scatter) {
        check(loads, throughputs);
        double[] x = loads.clone();
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) {
            y[i] = scatter == Scatter.RELATIVE ? Math.log(throughputs[i]) : throughputs[i];
        }
        LeastSquares.Model model = scatter == Scatter.RELATIVE ? ScalabilityFit::logarithm : ScalabilityFit::value;
        double[] start = start(x, throughputs);
        LeastSquares free = LeastSquares.fit(model, x, y, start, true, true, true);
        return new ScalabilityFit(best(free, model, x, y), free, scatter, x.length);
    }

    private static void check(double[] loads, double[] throughputs) {
        if (loads.length != throughputs.length) {
            throw new IllegalArgumentException(
                    "scalability: " + loads.length + " loads and " + throughputs.length + " throughputs");
        }
        Require.atLeast("scalability: points", loads.length, PARAMETERS + 1);
        for (int i = 0; i < loads.length; i++) {
            Require.positive("load", loads[i]);
            Require.positive("throughput", throughputs[i]);
        }
        long different = Arrays.stream(loads).distinct().count();
        Require.atLeast("scalability: different loads", different, PARAMETERS);
    }

    /** The best of the fits without an impossible parameter: all free, or with one or both of contention and coherency 0. */
    private static ScalabilityLaw best(LeastSquares free, LeastSquares.Model model, double[] x, double[] y) {
        LeastSquares best = null;
        for (boolean contention : new boolean[] {true, false}) {
            for (boolean coherency : new boolean[] {true, false}) {
                double[] start = free.parameters();
                start[CONTENTION] = contention ? Math.max(0, start[CONTENTION]) : 0;
                start[COHERENCY] = coherency ? Math.max(0, start[COHERENCY]) : 0;
                LeastSquares fit = contention && coherency
                        ? free
                        : LeastSquares.fit(model, x, y, start, true, contention, coherency);
                double[] found = fit.parameters();
                boolean possible = found[CONTENTION] >= 0 && found[COHERENCY] >= 0;
                if (possible && (best == null || fit.squares() < best.squares())) {
                    best = fit;
                }
            }
        }
        if (best == null) {
            throw new ArithmeticException("scalability: no law without negative parameters fits these points");
        }
        double[] found = best.parameters();
        return new ScalabilityLaw(found[CONTENTION], found[COHERENCY], found[SINGLE]);
    }

    /** The law solved for n / X is linear in (1, α, β) / γ: three normal equations give a start, with the weights of equal shares. */
    private static double[] start(double[] loads, double[] throughputs) {
        LeastSquares.Model linear = (p, n, gradient) -> {
            gradient[0] = 1;
            gradient[1] = n - 1;
            gradient[2] = n * (n - 1);
            return p[0] + p[1] * (n - 1) + p[2] * n * (n - 1);
        };
        double[] inverse = new double[loads.length];
        double single = 0;
        for (int i = 0; i < inverse.length; i++) {
            inverse[i] = loads[i] / throughputs[i];
            single = Math.max(single, 1 / inverse[i]);
        }
        double[] line = LeastSquares.fit(linear, loads, inverse, new double[] {1 / single, 0, 0}, true, true, true)
                .parameters();
        return line[0] > 0
                ? new double[] {1 / line[0], Math.max(0, line[1] / line[0]), Math.max(0, line[2] / line[0])}
                : new double[] {single, 0, 0};
    }

    private static double value(double[] p, double n, double[] gradient) {
        double divisor = 1 + p[CONTENTION] * (n - 1) + p[COHERENCY] * n * (n - 1);
        double value = p[SINGLE] * n / divisor;
        gradient[SINGLE] = n / divisor;
        gradient[CONTENTION] = -value * (n - 1) / divisor;
        gradient[COHERENCY] = -value * n * (n - 1) / divisor;
        return value;
    }

    private static double logarithm(double[] p, double n, double[] gradient) {
        double value = value(p, n, gradient);
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] /= value;
        }
        return Math.log(value);
    }

    /** Returns the best law. */
    public ScalabilityLaw law() {
        return law;
    }

    /** Returns the standard error of contention in the unrestricted fit. */
    public double contentionError() {
        return free.standardError(CONTENTION);
    }

    /** Returns the standard error of coherency in the unrestricted fit. */
    public double coherencyError() {
        return free.standardError(COHERENCY);
    }

    /** Returns the standard error of the throughput of one in the unrestricted fit, per second. */
    public double singleError() {
        return free.standardError(SINGLE);
    }

    /** Returns the standard deviation of the points around the unrestricted fit: per second, or as a share if scatter is relative. */
    public double residualError() {
        return free.residualError();
    }

    /** Returns the interval of contention. */
    public Interval contention(double confidence) {
        return interval(CONTENTION, law.contention(), confidence);
    }

    /** Returns the interval of coherency: if it contains 0, the points do not show that the throughput ever falls. */
    public Interval coherency(double confidence) {
        return interval(COHERENCY, law.coherency(), confidence);
    }

    /** Returns the interval of the throughput of one, per second. */
    public Interval single(double confidence) {
        return interval(SINGLE, law.single(), confidence);
    }

    /**
     * Returns the interval of the next measured throughput at this load, per second: the error of the fit and the scatter of a measurement.
     *
     * @param load within the measured ones, or the interval is too narrow
     */
    public Interval measured(double load, double confidence) {
        Require.positive("load", load);
        boolean relative = scatter == Scatter.RELATIVE;
        double[] gradient = new double[PARAMETERS];
        double[] p = free.parameters();
        double middle = relative ? logarithm(p, load, gradient) : value(p, load, gradient);
        double error = free.predictionError(gradient);
        Interval around = student(middle, error, confidence);
        return relative ? around.map(Math::exp) : around;
    }

    private Interval interval(int parameter, double own, double confidence) {
        Interval wide = student(free.parameters()[parameter], free.standardError(parameter), confidence);
        return new Interval(
                Math.min(own, Math.max(0, wide.low())), Math.max(own, Math.max(0, wide.high())), confidence);
    }

    private Interval student(double middle, double error, double confidence) {
        double half = TDistribution.of(points - PARAMETERS).inverseSurvivalProbability((1 - confidence) / 2) * error;
        return new Interval(middle - half, middle + half, confidence);
    }
}
