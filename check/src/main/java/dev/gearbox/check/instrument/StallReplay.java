package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.statistics.Lindley;
import dev.gearbox.evidence.TimeHistograms;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * The arithmetic of IT-5: the same stall without a server and a clock. Requests have their intended times from the schedule, are sent when their
 * connection is free, and are served in turn; measured by the rule, the times must show the stall.
 */
public record StallReplay(Stamp stamp) implements Check {
    /** The rule for the start of a response time. */
    @FunctionalInterface
    public interface Stamp {
        long from(long intended, long wrote);
    }

    /** The correct rule: from the intended send time. */
    public static final Stamp INTENDED = (intended, wrote) -> intended;

    private static final long SERVICE = 20_000;

    @Override
    public String id() {
        return "IT-5";
    }

    @Override
    public String title() {
        return "the same stall, replayed";
    }

    @Override
    public String mark() {
        return "p99 100 ms +15 %, p99.9 190 ms +-5 %, longest 200 to 215";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        int count = (int) (StallOracle.PER_SECOND * StallOracle.WINDOW.toSeconds());
        long[] intended = ArrivalsCheck.REAL.times(StallOracle.PER_SECOND, context.seed(), count);
        long[] services = new long[count];
        Arrays.fill(services, SERVICE);
        services[count * 2 / 5] += StallOracle.STALL.toNanos();
        long[] responses = Lindley.responses(intended, services);

        SplittableRandom random = new SplittableRandom(context.seed());
        long[] free = new long[StallOracle.CONNECTIONS];
        Histogram response = TimeHistograms.empty();
        Histogram service = TimeHistograms.empty();
        for (int i = 0; i < count; i++) {
            int connection = random.nextInt(free.length);
            long wrote = Math.max(intended[i], free[connection]);
            long done = intended[i] + responses[i];
            free[connection] = done;
            response.recordValue(done - stamp.from(intended[i], wrote));
            service.recordValue(done - wrote);
        }
        return StallOracle.judge(response, service);
    }
}
