package dev.gearbox.lab.load;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.ForkEvent.Capacity.Outcome;
import dev.gearbox.evidence.ForkEvent.Capacity.Tried;
import dev.gearbox.evidence.Objective;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.fork.MeasuredSlice;
import dev.gearbox.stats.RateSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the highest rate that one arm sustains, trial by trial, so that the arms of a fork can take turns. The first trial is a burst of users that
 * never pause; its rate is the start of {@link RateSearch}. Each later trial is a slice at a rate: bad if the quantile missed the objective, if a request
 * failed or was abandoned, or if less than 99.5 % was answered in the window.
 * <p>A disturbed trial is void and repeated. So is one whose generator was not fit; if that happens repeatedly at one rate, the rate exceeds the
 * generator's capacity, and the search continues below it. The result may then be known only as a lower bound, above every rate that was tried.
 * <p>Limit: in a trial of one second an overload of a share s shows as a response of s seconds, so an objective of 100 ms does not detect 10 %.
 */
final class CapacitySearch {
    private static final double LEAD = 0.5;
    private static final double BURST = 2;

    /** The bounds of the search as multiples of the burst's rate; a burst may itself have been disturbed. */
    private static final double FROM = 0.2;

    private static final double TO = 2;

    private static final double ANSWERED = 0.995;

    /** The maximum number of void trials in a row at one rate. */
    private static final int UNFIT = 4;

    /** The maximum number of void trials in total; a machine with more disturbances is unsuitable. */
    private static final int VOID = 24;

    private final String arm;
    private final Trials trials;
    private final Objective objective;
    private final RateSearch.Goal goal;
    private final List<Tried> tried = new ArrayList<>();
    private @Nullable RateSearch search;
    private int unfit;
    private int voids;
    private boolean disturbed = true;

    /** Runs trials of an arm. */
    interface Trials {
        /** Returns the answers per second to users that never pause. */
        double flatOut(double leadSeconds, double windowSeconds) throws ChildException, InterruptedException;

        /**
         * Runs a slice at a rate.
         *
         * @param number the number of the trial, from 1
         */
        MeasuredSlice at(double perSecond, int number, double seconds) throws ChildException, InterruptedException;
    }

    CapacitySearch(String arm, Trials trials, Objective objective, RateSearch.Goal goal) {
        this.arm = arm;
        this.trials = trials;
        this.objective = objective;
        this.goal = goal;
    }

    boolean over() {
        return voids == VOID || (search != null && search.next().isEmpty());
    }

    /** Returns whether the last trial was disturbed, or the first might be. */
    boolean disturbed() {
        return disturbed;
    }

    /** Runs the next trial. */
    void trial() throws ChildException, InterruptedException {
        if (search == null) {
            double most = trials.flatOut(LEAD, BURST);
            if (most <= 0) {
                throw new ChildException(arm + " answered nothing in a burst", null);
            }
            search = new RateSearch(goal, FROM * most, TO * most);
            return;
        }
        double rate = search.next().orElseThrow();
        MeasuredSlice outcome = trials.at(rate, tried.size() + 1, goal.trialSeconds());
        judge(search, rate, outcome.slice(), outcome.times());
    }

    private void judge(RateSearch search, double rate, Slice slice, TimeHistograms times) {
        double millis = quantile(times);
        disturbed = slice.disturbance().exceeds();
        if (disturbed) {
            voids++;
            tried.add(new Tried(rate, millis, Outcome.VOID, "other programs used the machine"));
        } else if (!slice.generator().fit()) {
            voids++;
            tried.add(new Tried(
                    rate,
                    millis,
                    Outcome.VOID,
                    String.join("; ", slice.generator().reasons())));
            if (++unfit == UNFIT) {
                unfit = 0;
                search.limit(rate);
            }
        } else {
            unfit = 0;
            String missed = missed(slice.traffic(), millis);
            tried.add(new Tried(rate, millis, missed.isEmpty() ? Outcome.KEPT : Outcome.MISSED, missed));
            search.add(rate, !missed.isEmpty());
        }
    }

    /** Returns why the trial is bad; empty if it is good. */
    private String missed(Slice.Requests traffic, double millis) {
        if (traffic.failed() > 0) {
            return traffic.failed() + " requests failed";
        }
        if (traffic.censored() > 0) {
            return traffic.censored() + " requests were not answered";
        }
        if (traffic.answeredPerSecond() < ANSWERED * traffic.offeredPerSecond()) {
            return String.format(
                    Locale.ROOT,
                    "%.0f of %.0f requests/s were answered",
                    traffic.answeredPerSecond(),
                    traffic.offeredPerSecond());
        }
        return millis <= objective.millis() ? "" : String.format(Locale.ROOT, "%.2f ms", millis);
    }

    private double quantile(TimeHistograms times) {
        Histogram response = times.of(TimeHistograms.Kind.RESPONSE);
        return response.getValueAtPercentile(100 * objective.quantile()) / 1e6;
    }

    /** Returns the result, once it is {@link #over}. */
    ForkEvent.Capacity found(int fork) {
        OptionalDouble lower = OptionalDouble.empty();
        OptionalDouble upper = OptionalDouble.empty();
        if (search != null && voids < VOID) {
            RateSearch.Bounds bounds = search.bounds();
            lower = bounds.lower();
            upper = bounds.upper();
        }
        String unavailable = lower.isPresent() || upper.isPresent()
                ? null
                : voids == VOID
                        ? VOID + " trials were void, the last one because: "
                                + tried.getLast().why()
                        : "the generator was not fit at any rate, at last because: "
                                + tried.getLast().why();
        return new ForkEvent.Capacity(
                fork,
                arm,
                objective.millis(),
                objective.quantile(),
                lower.orElse(0),
                upper.isPresent() ? (Double) upper.getAsDouble() : null,
                tried.size(),
                tried,
                unavailable);
    }
}
