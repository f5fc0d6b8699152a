package dev.gearbox.engines.auto.policy;

import static dev.gearbox.engines.auto.policy.PartRole.BLOCKING;
import static dev.gearbox.engines.auto.policy.PartRole.COMPUTING;
import static dev.gearbox.engines.auto.policy.PartRole.LARGE;
import static dev.gearbox.engines.auto.policy.PartRole.START;

import java.util.Locale;
import java.util.Optional;

/**
 * Decides whether one connection is to be shifted, and where to: a function of its signals only. There are three reasons to leave the start and one to come
 * back; a connection that meets none stays where it is.
 *
 * <pre>
 *               callbacks wait ----------------&gt; BLOCKING  --.
 *   START ----- callbacks compute -------------&gt; COMPUTING --+-- behaves for a probation --&gt; START
 *               much in each wake-up ----------&gt; LARGE     --'
 * </pre>
 *
 * <p>There are no trial moves, and no connection is moved because of the behaviour of others.
 *
 * @param routes the engines of the roles
 * @param thresholds the limits that trigger a decision
 */
public record Policy(Routes routes, Thresholds thresholds) {
    /** Returns the decision on a connection with these signals; empty to leave it where it is. */
    public Optional<ShiftDecision> decide(ConnectionSignals signals, ShiftHistory standing) {
        return switch (signals.place()) {
            case START -> leave(signals);
            case BLOCKING, COMPUTING -> comeBack(signals, standing);
            case LARGE -> keeps(signals) ? leave(signals) : shrink(signals, standing);
        };
    }

    /**
     * Called when these signals led to no decision: returns whether to observe another window. False for a connection with large transfers, which have to go on
     * for a while to be worth two shifts, and for one that no longer has them, which has to stay so for its probation.
     */
    public boolean startsOver(ConnectionSignals seen) {
        boolean awaited = seen.place() == LARGE ? isSmall(seen) : seen.place() == START && isLarge(seen);
        return !awaited && seen.windowMillis() >= thresholds.windowMillis() && seen.callbacks() >= Thresholds.ENOUGH;
    }

    private boolean isLarge(ConnectionSignals seen) {
        return seen.callbacks() > 0 && seen.bytesPerCallback() >= thresholds.largeBytes();
    }

    private boolean isSmall(ConnectionSignals seen) {
        return 4 * seen.bytesPerCallback() < thresholds.largeBytes();
    }

    private Optional<ShiftDecision> leave(ConnectionSignals seen) {
        if (keeps(seen)) {
            return seen.computes() ? compute(seen) : block(seen);
        }
        boolean large = seen.place() == START
                && isLarge(seen)
                && seen.callbacks() >= Thresholds.ENOUGH
                && seen.bytes() >= thresholds.largeTotal();
        return large ? grow(seen) : Optional.empty();
    }

    /** Returns whether its callbacks delay other connections of its loop. */
    private boolean keeps(ConnectionSignals seen) {
        return seen.others() > 0
                && seen.slow() >= thresholds.strikes()
                && seen.meanSlowNanos() > 1_000 * thresholds.slowMicros()
                && 100 * seen.slowShare() >= thresholds.slowPercent();
    }

    private Optional<ShiftDecision> block(ConnectionSignals seen) {
        String used = seen.processorNanos() < 0
                ? "an unknown part"
                : percent((double) seen.processorNanos() / seen.slowNanos());
        return shift(
                seen,
                BLOCKING,
                "its callbacks wait: " + slow(seen) + ", " + used + " of it on the processor",
                routes.computing() + ", which is for callbacks that compute",
                relief(seen));
    }

    private Optional<ShiftDecision> compute(ConnectionSignals seen) {
        return shift(
                seen,
                COMPUTING,
                "its callbacks compute: " + slow(seen) + ", "
                        + percent((double) seen.processorNanos() / seen.slowNanos()) + " of it on the processor",
                routes.blocking() + ", where they would keep those that wait",
                relief(seen) + "; it uses the processor as before");
    }

    private Optional<ShiftDecision> grow(ConnectionSignals seen) {
        return shift(
                seen,
                LARGE,
                "it carries " + seen.bytesPerCallback() + " bytes in each of " + seen.callbacks() + " wake-ups",
                "to stay, as it would below " + thresholds.largeBytes() + " bytes in each, or "
                        + thresholds.largeTotal() + " in all",
                "less processor time for each byte");
    }

    private Optional<ShiftDecision> comeBack(ConnectionSignals seen, ShiftHistory standing) {
        long probation = standing.probationMillis(thresholds);
        if (seen.calmMillis() < probation || seen.calmCallbacks() < Thresholds.ENOUGH) {
            return Optional.empty();
        }
        return shift(
                seen,
                START,
                "none of its last " + seen.calmCallbacks() + " callbacks was slow, for " + seen.calmMillis() + " ms",
                "to wait for more than the " + probation + " ms of its probation",
                "less processor time for each of its requests");
    }

    private Optional<ShiftDecision> shrink(ConnectionSignals seen, ShiftHistory standing) {
        long probation = standing.probationMillis(thresholds);
        if (seen.windowMillis() < probation || seen.callbacks() < Thresholds.ENOUGH || !isSmall(seen)) {
            return Optional.empty();
        }
        return shift(
                seen,
                START,
                "it carries no more than " + seen.bytesPerCallback() + " bytes in each of " + seen.callbacks()
                        + " wake-ups",
                "to wait for more than the " + probation + " ms of its probation",
                "less processor time for each of its requests");
    }

    private Optional<ShiftDecision> shift(
            ConnectionSignals seen, PartRole to, String why, String alternative, String expected) {
        return routes.spec(to).equals(routes.spec(seen.place()))
                ? Optional.empty()
                : Optional.of(new ShiftDecision(
                        seen, to, routes.spec(seen.place()), routes.spec(to), why, alternative, expected));
    }

    private static String slow(ConnectionSignals seen) {
        return seen.slow() + " of " + seen.callbacks() + " took "
                + String.format(Locale.ROOT, "%.1f ms", seen.meanSlowNanos() / 1e6) + " each";
    }

    private static String relief(ConnectionSignals seen) {
        return "the " + seen.others() + " others of its engine do not wait for " + percent(seen.slowShare())
                + " of the time any more";
    }

    private static String percent(double share) {
        return Math.round(100 * share) + " %";
    }
}
