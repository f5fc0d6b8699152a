package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Decides when an arm is warm, from the slices that it has served: its JIT compilers are quiet and its cost has no trend.
 * A fixed time would be too short for one model and waste for another. The level itself may wander with the host, so
 * neighbouring groups of slices are compared, loosely.
 */
final class WarmUp {
    /** Share of the window that the JIT compilers may take in a warm arm. */
    static final double JIT = 0.01;

    /** How much the cost per request of the last slices may differ from those before. */
    static final double TREND = 0.10;

    private static final int GROUP = 2;

    private final double mostSeconds;
    private final Deque<Slice> last = new ArrayDeque<>();
    private double seconds;
    private long requests;

    WarmUp(double mostSeconds) {
        this.mostSeconds = mostSeconds;
    }

    void served(Slice slice) {
        last.addLast(slice);
        if (last.size() > 2 * GROUP) {
            last.removeFirst();
        }
        seconds += slice.traffic().seconds();
        requests += slice.traffic().answered();
    }

    double seconds() {
        return seconds;
    }

    long requests() {
        return requests;
    }

    /** Whether there is nothing more to wait for: it is warm, or the time is up. */
    boolean over(double sliceSeconds) {
        return missing().isEmpty() || seconds + sliceSeconds > mostSeconds + 1e-9;
    }

    /** What a warm arm would have that this one has not; empty if it is warm. */
    String missing() {
        if (last.size() < 2 * GROUP) {
            return "only " + last.size() + " slices were served";
        }
        Slice latest = last.getLast();
        Double jit = latest.cost().jitMillis();
        double share = jit == null ? 0 : jit / 1e3 / latest.traffic().seconds();
        if (share > JIT) {
            return String.format(Locale.ROOT, "its JIT compilers took %.0f %% of the last slice", share * 100);
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
