package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Decides when an arm is warm, from its slices so far: its JIT compilers are idle and its cost has no trend. A fixed time would be too short for one model
 * and wasted for another. The level itself may drift with the host, so neighbouring groups of slices are compared, with a wide tolerance. Of an arm that
 * was exercised enough before, idle compilers are all that is asked.
 */
final class WarmUp {
    /** Maximum share of the window for the JIT compilers of a warm arm. */
    static final double JIT = 0.01;

    /** Maximum difference of the cost per request of the last slices from those before. */
    static final double TREND = 0.10;

    private static final int GROUP = 2;

    private final double mostSeconds;
    private final boolean exercised;
    private final Deque<Slice> last = new ArrayDeque<>();
    private double seconds;
    private double spent;
    private double next;
    private long requests;

    /**
     * @param mostSeconds the time limit
     * @param before what the arm did before its first slice
     */
    WarmUp(double mostSeconds, Harness.Exercise before) {
        this.mostSeconds = mostSeconds;
        exercised = before.enough();
        spent = before.seconds();
    }

    /**
     * Takes a slice into account.
     *
     * @param tookSeconds how long it took with everything around it. A job's own time is much shorter if results are compared between its units.
     */
    void served(Slice slice, double tookSeconds) {
        last.addLast(slice);
        if (last.size() > 2 * GROUP) {
            last.removeFirst();
        }
        seconds += slice.traffic().seconds();
        spent += slice.job() == null ? slice.traffic().seconds() : tookSeconds;
        next = slice.job() == null ? 0 : tookSeconds;
        requests += slice.traffic().answered();
    }

    double seconds() {
        return seconds;
    }

    long requests() {
        return requests;
    }

    /**
     * Returns whether warming is over: the arm is warm, or another slice would exceed the time limit.
     *
     * @param sliceSeconds how long the slice of a load takes; jobs of fast arms take less time than others, so the last one counts
     */
    boolean over(double sliceSeconds) {
        return missing().isEmpty() || spent + (next > 0 ? next : sliceSeconds) > mostSeconds + 1e-9;
    }

    /** Returns why it is not warm; empty if it is. */
    String missing() {
        if (last.size() < (exercised ? 1 : 2 * GROUP)) {
            return last.size() == 1 ? "only one slice was served" : "only " + last.size() + " slices were served";
        }
        Slice latest = last.getLast();
        Double jit = latest.cost().jitMillis();
        double share = jit == null ? 0 : jit / 1e3 / latest.traffic().seconds();
        if (share > JIT) {
            return String.format(Locale.ROOT, "its JIT compilers took %.0f %% of the last slice", share * 100);
        }
        if (exercised) {
            return "";
        }
        double before =
                last.stream().limit(GROUP).mapToDouble(WarmUp::cost).average().orElse(Double.NaN);
        double after =
                last.stream().skip(GROUP).mapToDouble(WarmUp::cost).average().orElse(Double.NaN);
        double trend = after / before - 1;
        return Math.abs(trend) <= TREND
                ? ""
                : String.format(Locale.ROOT, "its cost per request still changed by %.0f %%", trend * 100);
    }

    private static double cost(Slice slice) {
        return slice.cost().cpuMicros() / Math.max(1, slice.traffic().answeredPerSecond());
    }
}
