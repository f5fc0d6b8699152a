package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.check.statistics.Lindley;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The arithmetic of IT-4: the replay, on the generator's own schedule and with services drawn here, must agree with the closed form of queueing
 * theory (M/M/1 and M/D/1 at half load). It fails if the replay is wrong, or if the schedule is not a Poisson process.
 */
public record ReplayCheck(ArrivalsCheck.ScheduleUnderTest schedule) implements Check {
    private static final int REQUESTS = 2_000_000;
    private static final double PER_SECOND = 500;
    private static final double SERVICE = 1e6;
    private static final double SHARE = 0.02;

    @Override
    public String id() {
        return "IT-4";
    }

    @Override
    public String title() {
        return "the replay of a queue, against queueing theory";
    }

    @Override
    public String mark() {
        return "M/M/1 2.00, 1.39, 4.61, 9.21 ms; M/D/1 1.50 ms; 2 %";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        long[] arrivals = schedule.times(PER_SECOND, context.seed(), REQUESTS);
        SplittableRandom random = new SplittableRandom(context.seed());
        long[] services = new long[REQUESTS];
        Arrays.setAll(services, i -> Math.round(-Math.log1p(-random.nextDouble()) * SERVICE));
        long[] drawn = Lindley.responses(arrivals, services);
        Arrays.sort(drawn);
        Arrays.fill(services, (long) SERVICE);
        double equal =
                Arrays.stream(Lindley.responses(arrivals, services)).average().orElse(Double.NaN) / 1e6;
        double mean = Arrays.stream(drawn).average().orElse(Double.NaN) / 1e6;
        Tally tally = new Tally().need(Tally.within(mean, 2, SHARE), "M/M/1 mean %.2f ms", mean);
        double[][] quantiles = {{0.5, 2 * Math.log(2)}, {0.9, 2 * Math.log(10)}, {0.99, 2 * Math.log(100)}};
        for (double[] quantile : quantiles) {
            double seen = QueueingOracle.quantile(drawn, quantile[0]) / 1e6;
            tally.need(Tally.within(seen, quantile[1], SHARE), "p%.0f %.2f", quantile[0] * 100, seen);
        }
        return tally.need(Tally.within(equal, 1.5, SHARE), "M/D/1 mean %.2f ms", equal)
                .outcome();
    }
}
