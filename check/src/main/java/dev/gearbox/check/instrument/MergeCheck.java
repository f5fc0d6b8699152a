package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.evidence.TimeHistograms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * IT-11: quantiles of merged slices are the quantiles of all their requests. An average of percentiles is not a percentile, and the slices here
 * differ enough to show it.
 */
public record MergeCheck(Function<List<TimeHistograms>, Histogram> merge) implements Check {
    /** The instrument's own merge. */
    public static final Function<List<TimeHistograms>, Histogram> REAL =
            slices -> TimeHistograms.merged(slices, TimeHistograms.Kind.RESPONSE);

    private static final int SLICES = 12;
    private static final int REQUESTS = 20_000;
    private static final double[] SHARES = {0.5, 0.9, 0.99, 0.999, 0.9999};
    private static final double MOST = 0.001;

    @Override
    public String id() {
        return "IT-11";
    }

    @Override
    public String title() {
        return "quantiles of merged slices";
    }

    @Override
    public String mark() {
        return "within 0.1 % of all times sorted, same count";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        SplittableRandom random = new SplittableRandom(context.seed());
        List<TimeHistograms> slices = new ArrayList<>();
        long[] all = new long[SLICES * REQUESTS];
        int count = 0;
        for (int slice = 0; slice < SLICES; slice++) {
            Histogram histogram = TimeHistograms.empty();
            double level = Math.exp(10 + slice / 3.0);
            for (int i = 0; i < REQUESTS; i++) {
                long time = Math.round(level * -Math.log1p(-random.nextDouble()) / (1 - random.nextDouble()));
                histogram.recordValue(Math.clamp(time, 0, TimeHistograms.HIGHEST));
                all[count++] = Math.clamp(time, 0, TimeHistograms.HIGHEST);
            }
            slices.add(new TimeHistograms(Map.of(TimeHistograms.Kind.RESPONSE, histogram)));
        }
        Arrays.sort(all);
        Histogram merged = merge.apply(slices);
        double worst = 0;
        for (double share : SHARES) {
            double exact = QueueingOracle.quantile(all, share);
            worst = Math.max(worst, Math.abs(merged.getValueAtPercentile(share * 100) / exact - 1));
        }
        return new Tally()
                .need(worst <= MOST, "off by at most %.3f %%", worst * 100)
                .need(merged.getTotalCount() == all.length, "%,d of %,d", merged.getTotalCount(), all.length)
                .outcome();
    }
}
