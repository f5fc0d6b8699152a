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
import org.jspecify.annotations.Nullable;

/**
 * Searches for the highest rate that one arm sustains, piece by piece, so that the arms of a fork can take turns. It begins with a burst of users that
 * never pause, repeated if it was disturbed; its rate is the start of {@link RateSearch}. Each trial after it is a slice at a rate: bad if the quantile missed the objective, if a request
 * failed or was abandoned, or if less than 99.5 % was answered in the window.
 * <p>A disturbed piece is void, whatever its times are. The next ones are half as long, down to {@link #leastPiece}, because a short piece more often falls
 * between two disturbances, and a trial is then composed of several:
 * <pre>
 *   quiet       [      1 s      ]
 *   disturbed   [   void  ][ void ][ 0.25 ][void][ 0.25 ][ 0.25 ][ 0.25 ]     the four count as one trial of a second
 * </pre>
 * Pieces are voided by what other programs did, not by their times, and are at least 20 times as long as the objective, so a request that is voided with its
 * piece is hardly more often a long one.
 * <p>A piece whose generator was not fit is void, too; if that happens repeatedly at one rate, the rate exceeds the generator's capacity, and the search
 * continues below it. The result may then be known only as a lower bound, above every rate that was tried.
 * <p>Why 20 times the objective: an overload of a share s delays the last request of a trial of L seconds by s × L, so 5 % above the capacity is seen only if
 * L is at least 20 objectives, and 2 % only with 50 ({@link #goal}).
 */
final class CapacitySearch {
    private static final double LEAD = 0.5;
    private static final double BURST = 2;

    /** How often a disturbed burst is repeated; the fastest one counts. */
    private static final int BURSTS = 5;

    /** The same if nothing was answered yet. */
    private static final int MOST_BURSTS = 20;

    /** How often a search is extended above what its bursts suggested. */
    private static final int EXTENSIONS = 5;

    /** The bounds of the search as multiples of the burst's rate, or of the highest rate that an earlier search found good. */
    private static final double FROM = 0.2;

    private static final double TO = 2;

    private static final double ROUNDING = 0.05;

    /** The number of pieces in a row with an unfit generator after which the rate is its limit. */
    private static final int UNFIT = 4;

    /** The number of void pieces in a row after which the machine is unsuitable. */
    private static final int VOID = 120;

    /** The maximum time of void pieces in total, as a multiple of the seconds that are enough for a verdict on one rate. */
    private static final double VOID_TIME = 20;

    /** The same, and the number of disturbed bursts, if the machine is taken as it is. */
    private static final double LITTLE_VOID_TIME = 1;

    private static final int FEW_BURSTS = 1;

    /** A trial of this many objectives shows an overload of 5 %. */
    private static final double OBJECTIVES = 20;

    /** A shorter piece has too few clock ticks of stolen time to be judged. */
    private static final double SHORTEST = 0.2;

    private final String arm;
    private final Trials trials;
    private final Objective objective;
    private final RateSearch.Goal goal;
    private final int repeatedBursts;
    private final double voidTime;
    private final List<Tried> tried = new ArrayList<>();
    private @Nullable RateSearch search;
    private int bursts;
    private double fastest;
    private boolean limited;
    private int extensions;
    private RateTrial trial;
    private double piece;
    private int pieces;
    private int unfit;
    private int voids;
    private int allVoids;
    private double voidSeconds;
    private boolean disturbed = true;

    /**
     * The answers to users that never pause.
     *
     * @param perSecond answered
     * @param disturbed whether other programs used the machine
     */
    record Burst(double perSecond, boolean disturbed) {}

    /** Runs trials of an arm. */
    interface Trials {
        /** Loads it by users that never pause. */
        Burst flatOut(double leadSeconds, double windowSeconds) throws ChildException, InterruptedException;

        /**
         * Runs a slice at a rate.
         *
         * @param number the number of the piece, from 1
         */
        MeasuredSlice at(double perSecond, int number, double seconds) throws ChildException, InterruptedException;
    }

    CapacitySearch(String arm, Trials trials, Objective objective, RateSearch.Goal goal) {
        this(arm, trials, objective, goal, true);
    }

    /** @param patient whether to try for long on a disturbed machine */
    CapacitySearch(String arm, Trials trials, Objective objective, RateSearch.Goal goal, boolean patient) {
        repeatedBursts = patient ? BURSTS : FEW_BURSTS;
        voidTime = patient ? VOID_TIME : LITTLE_VOID_TIME;
        this.arm = arm;
        this.trials = trials;
        this.objective = objective;
        this.goal = goal;
        trial = new RateTrial(objective);
        piece = goal.trialSeconds();
    }

    /**
     * Returns the usual goal with trials that are long enough for the objective: an overload as small as the width must show.
     *
     * @param longest the longest trial if the objective allows it, in seconds
     */
    static RateSearch.Goal goal(RateSearch.Goal usual, Objective objective, double longest) {
        double enough = Math.max(OBJECTIVES, 1 / usual.width()) * objective.millis() / 1e3;
        double trial = Math.max(Math.min(usual.trialSeconds(), longest), enough);
        return new RateSearch.Goal(
                trial, usual.durationSum() / usual.trialSeconds() * trial, usual.width(), usual.exceedRatio());
    }

    /** Returns the length below which a piece is not shortened, in seconds. */
    private double leastPiece() {
        return Math.min(goal.trialSeconds(), Math.max(SHORTEST, OBJECTIVES * objective.millis() / 1e3));
    }

    boolean over() {
        return gaveUp() || (search != null && search.next().isEmpty());
    }

    private boolean gaveUp() {
        return voids == VOID || voidSeconds > voidTime * goal.durationSum();
    }

    /** Returns whether the last piece was disturbed, or the first might be. */
    boolean disturbed() {
        return disturbed;
    }

    /** Runs the next piece. */
    void trial() throws ChildException, InterruptedException {
        if (search == null) {
            burst();
            return;
        }
        double rate = search.next().orElseThrow();
        double missing = goal.trialSeconds() - trial.seconds();
        MeasuredSlice outcome = trials.at(rate, ++pieces, Math.min(piece, Math.max(missing, leastPiece())));
        judge(search, rate, outcome.slice(), outcome.times());
        extend();
    }

    private void burst() throws ChildException, InterruptedException {
        Burst burst = trials.flatOut(LEAD, BURST);
        fastest = Math.max(fastest, burst.perSecond());
        disturbed = burst.disturbed();
        bursts++;
        if (disturbed && bursts < (fastest > 0 ? repeatedBursts : MOST_BURSTS)) {
            return;
        }
        if (fastest <= 0) {
            throw new ChildException(arm + " answered nothing in a burst", null);
        }
        search = new RateSearch(goal, FROM * fastest, TO * fastest);
    }

    /** If even the highest rate was good, and not the generator's limit, the bursts were too slow: searches on above. */
    private void extend() {
        if (search != null && search.next().isEmpty() && !limited && extensions < EXTENSIONS) {
            RateSearch.Bounds bounds = search.bounds();
            if (bounds.upper().isEmpty() && bounds.lower().isPresent()) {
                extensions++;
                search = new RateSearch(
                        goal,
                        FROM * bounds.lower().getAsDouble(),
                        TO * bounds.lower().getAsDouble());
            }
        }
    }

    private void judge(RateSearch search, double rate, Slice slice, TimeHistograms times) {
        disturbed = slice.disturbance().exceeds();
        if (disturbed) {
            isVoid(rate, slice, times, "other programs used the machine");
            piece = Math.max(leastPiece(), piece / 2);
        } else if (!slice.generator().fit()) {
            isVoid(rate, slice, times, String.join("; ", slice.generator().reasons()));
            if (++unfit == UNFIT) {
                unfit = 0;
                trial = new RateTrial(objective);
                limited = true;
                search.limit(rate);
            }
        } else {
            unfit = 0;
            voids = 0;
            trial.add(slice, times);
            if (trial.seconds() > (1 - ROUNDING) * goal.trialSeconds()) {
                String missed = trial.missed();
                tried.add(new Tried(rate, trial.millis(), missed.isEmpty() ? Outcome.KEPT : Outcome.MISSED, missed));
                trial = new RateTrial(objective);
                search.add(rate, !missed.isEmpty());
            }
        }
    }

    private void isVoid(double rate, Slice slice, TimeHistograms times, String why) {
        voids++;
        allVoids++;
        voidSeconds += slice.traffic().seconds();
        double millis = RateTrial.millis(times.of(TimeHistograms.Kind.RESPONSE), objective);
        tried.add(new Tried(rate, millis, Outcome.VOID, why));
    }

    /** Returns the result, once it is {@link #over}. */
    ForkEvent.Capacity found(int fork) {
        OptionalDouble lower = OptionalDouble.empty();
        OptionalDouble upper = OptionalDouble.empty();
        double kept = 0;
        if (search != null && gaveUp()) {
            kept = search.bounds().lower().orElse(0);
        } else if (search != null) {
            RateSearch.Bounds bounds = search.bounds();
            lower = bounds.lower();
            upper = bounds.upper();
        }
        String unavailable = lower.isPresent() || upper.isPresent()
                ? null
                : gaveUp()
                        ? allVoids + " pieces of trials were void, the last one because: "
                                + tried.getLast().why()
                                + (kept > 0
                                        ? String.format(Locale.ROOT, "; the objective was met at %.0f/s", kept)
                                        : "")
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
