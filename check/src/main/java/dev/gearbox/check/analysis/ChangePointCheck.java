package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.stats.ChangePoints;
import java.util.List;
import java.util.SplittableRandom;

/**
 * IT-16: a history in which one commit made things 5 % slower, in noise of 2 %; and one without a change. The change must be found close to its
 * position, and none in the second history.
 */
public record ChangePointCheck(Finder finder) implements Check {
    /** Finds the changes of a series: indices of the first points of new levels. */
    @FunctionalInterface
    interface Finder {
        List<Integer> of(double[] series);
    }

    /** The instrument's own method, with the settings of the history. */
    public static final Finder REAL = series -> ChangePoints.of(series, 0.001, 0.03, 5).stream()
            .map(ChangePoints.ChangePoint::index)
            .toList();

    private static final int SERIES = 100;
    private static final int POINTS = 200;
    private static final double STEP = 0.05;
    private static final double NOISE = 0.02;
    private static final int NEAR = 10;

    @Override
    public String id() {
        return "IT-16";
    }

    @Override
    public String title() {
        return "a step of 5 % in a history, and none";
    }

    @Override
    public String mark() {
        return "found within 10 points in 90 of 100; at most 1 false in 200 points";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        SplittableRandom random = new SplittableRandom(context.seed());
        int found = 0;
        int invented = 0;
        for (int i = 0; i < SERIES; i++) {
            int at = POINTS / 4 + random.nextInt(POINTS / 2);
            List<Integer> changes = finder.of(series(random, at, STEP));
            found += changes.stream().anyMatch(change -> Math.abs(change - at) <= NEAR) ? 1 : 0;
            invented += finder.of(series(random, at, 0)).size();
        }
        return new Tally()
                .need(found >= 0.9 * SERIES, "found in %d of %d", found, SERIES)
                .need(invented <= SERIES, "%.2f false in %d points", invented / (double) SERIES, POINTS)
                .outcome();
    }

    private static double[] series(SplittableRandom random, int at, double step) {
        double[] series = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            series[i] = NOISE * random.nextGaussian() + (i < at ? 0 : step);
        }
        return series;
    }
}
