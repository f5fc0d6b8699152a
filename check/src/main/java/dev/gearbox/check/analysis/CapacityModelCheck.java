package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.stats.Interval;
import dev.gearbox.theory.ScalabilityFit;
import dev.gearbox.theory.ScalabilityLaw;
import java.util.List;
import java.util.SplittableRandom;

/**
 * IT-15: throughputs that follow a scalability law, in noise of 3 %. The interval of each of its parameters must contain the true one about as often as it
 * says.
 */
public record CapacityModelCheck(Fitter fitter) implements Check {
    /** Fits the law to throughputs. */
    @FunctionalInterface
    interface Fitter {
        FittedIntervals of(double[] loads, double[] throughputs);
    }

    /** The intervals of the three parameters, 95 % each. */
    record FittedIntervals(Interval contention, Interval coherency, Interval single) {}

    /** The instrument's own fit. */
    public static final Fitter REAL = (loads, throughputs) -> {
        ScalabilityFit fit = ScalabilityFit.of(loads, throughputs, ScalabilityFit.Scatter.RELATIVE);
        return new FittedIntervals(fit.contention(0.95), fit.coherency(0.95), fit.single(0.95));
    };

    /** Its peak lies at 70, so the last two loads are beyond it. */
    private static final ScalabilityLaw TRUTH = new ScalabilityLaw(0.03, 0.0002, 20_000);

    private static final double[] LOADS = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    private static final double NOISE = 0.03;
    private static final int FITS = 1_000;

    /** 95 % of the fits, give or take four times what chance allows. */
    private static final List<Integer> RIGHT = List.of(922, 978);

    @Override
    public String id() {
        return "IT-15";
    }

    @Override
    public String title() {
        return "recovery of a scalability law";
    }

    @Override
    public String mark() {
        return "each parameter in its interval in %d to %d of %d".formatted(RIGHT.getFirst(), RIGHT.getLast(), FITS);
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        SplittableRandom random = new SplittableRandom(context.seed());
        int contention = 0;
        int coherency = 0;
        int single = 0;
        for (int i = 0; i < FITS; i++) {
            FittedIntervals fitted = fitter.of(LOADS, throughputs(random));
            contention += fitted.contention.contains(TRUTH.contention()) ? 1 : 0;
            coherency += fitted.coherency.contains(TRUTH.coherency()) ? 1 : 0;
            single += fitted.single.contains(TRUTH.single()) ? 1 : 0;
        }
        return new Tally()
                .need(right(contention), "contention in %d", contention)
                .need(right(coherency), "coherency in %d", coherency)
                .need(right(single), "throughput of one in %d", single)
                .outcome();
    }

    private static boolean right(int found) {
        return RIGHT.getFirst() <= found && found <= RIGHT.getLast();
    }

    private static double[] throughputs(SplittableRandom random) {
        double[] throughputs = new double[LOADS.length];
        for (int i = 0; i < LOADS.length; i++) {
            throughputs[i] = TRUTH.throughput(LOADS[i]) * Math.exp(NOISE * random.nextGaussian());
        }
        return throughputs;
    }
}
