package dev.gearbox.lab;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * How much of a run is done. A trial takes its warm-up, its window and an overhead (two JVMs start, users connect) that
 * is guessed at first and then learned from the trials that are over.
 */
final class RunClock {
    private static final double FIRST_GUESS = 3;

    private final LongSupplier nanos;
    private final Deque<Double> ahead = new ArrayDeque<>();
    private final int trials;
    private double planned;
    private long begun;
    private double overhead;
    private int ended;
    private double spent;

    RunClock(List<Cell> cells, int subjects) {
        this(cells, subjects, System::nanoTime);
    }

    RunClock(List<Cell> cells, int subjects, LongSupplier nanos) {
        this.nanos = nanos;
        for (Cell cell : cells) {
            for (int i = 0; i < subjects; i++) {
                ahead.add(cell.warmUp().plus(cell.measure()).toMillis() / 1e3);
            }
        }
        trials = ahead.size();
    }

    /** The next trial begins. */
    void begin() {
        begun = nanos.getAsLong();
        planned = ahead.remove();
    }

    /** The trial is over; one that failed early teaches nothing about overhead. */
    void end() {
        double took = seconds();
        spent += took;
        overhead += took > planned ? took - planned : expectedOverhead();
        ended++;
    }

    Progress.Moment moment(Cell cell, String subject, Progress.Phase phase) {
        double now = Math.min(seconds(), planned + expectedOverhead());
        double rest = planned + expectedOverhead() - now;
        double left = rest + ahead.stream().mapToDouble(Double::doubleValue).sum() + ahead.size() * expectedOverhead();
        double fraction = (spent + now) / Math.max(1e-9, spent + now + left);
        return new Progress.Moment(
                ended + 1,
                trials,
                cell.label(),
                subject,
                phase,
                Math.min(1, fraction),
                Duration.ofMillis(Math.round(left * 1e3)));
    }

    private double expectedOverhead() {
        return ended == 0 ? FIRST_GUESS : overhead / ended;
    }

    private double seconds() {
        return (nanos.getAsLong() - begun) / 1e9;
    }
}
