package dev.gearbox.advise.trial;

import dev.gearbox.evidence.analysis.Figure;
import java.util.Optional;

/**
 * A measured engine against the recommended one.
 *
 * @param engine as it was measured
 * @param cpu its CPU per request divided by that of the recommended engine
 * @param p99 the same of the 99th percentile; empty if the run says nothing about times
 * @param p99MillisLess by how many milliseconds its p99 is shorter; negative if it is longer
 */
public record Rival(String engine, Figure cpu, Optional<Figure> p99, double p99MillisLess) {
    /** A difference of less is of the size that advice accepts. */
    public static final double MARGIN = 0.10;
    /** As in the ranking of predictions: shorter by half, and noticeably. */
    private static final double HALF = 0.5;

    private static final double NOTICEABLE_MILLIS = 0.2;
    private static final double CHEAPER = 1 / (1 + MARGIN);

    /** What the measurement says about taking this one instead. */
    public enum Outcome {
        /** It is clearly better. */
        BETTER,
        /** It is not better by more than the margin. */
        NOT_BETTER,
        /** The intervals are too wide. */
        UNDECIDED
    }

    /** Returns whether its 99th percentile is clearly shorter. */
    public boolean shorterTail() {
        return p99MillisLess > NOTICEABLE_MILLIS
                && p99.filter(ratio -> ratio.high() < HALF).isPresent();
    }

    private boolean mayHaveShorterTail() {
        return p99MillisLess > NOTICEABLE_MILLIS
                && p99.filter(ratio -> ratio.low() < HALF).isPresent();
    }

    private boolean longerTail() {
        return -p99MillisLess > NOTICEABLE_MILLIS
                && p99.filter(ratio -> ratio.low() > 1 / HALF).isPresent();
    }

    /** Returns the verdict: by the tail if it clearly differs, else by processor time. */
    public Outcome verdict() {
        if (shorterTail()) {
            return Outcome.BETTER;
        }
        if (longerTail()) {
            return Outcome.NOT_BETTER;
        }
        if (mayHaveShorterTail()) {
            return Outcome.UNDECIDED;
        }
        if (cpu.high() < CHEAPER) {
            return Outcome.BETTER;
        }
        return cpu.low() > CHEAPER ? Outcome.NOT_BETTER : Outcome.UNDECIDED;
    }
}
