package dev.gearbox.engines.auto;

import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import dev.gearbox.engines.auto.policy.ShiftHistory;
import java.util.Optional;

/** Is notified of what an adaptive engine observes and does: on the engine's monitor thread, one call at a time. Must not block it for long. */
interface DecisionListener {
    /** The engine has started. Called first. */
    default void started(String engine, Policy policy) {}

    /** A connection was observed. Called only for a listener that asks for samples. */
    default void sampled(ConnectionSignals signals, ShiftHistory standing) {}

    /** A connection is about to be shifted. */
    void decided(long number, ShiftDecision decision);

    /**
     * The outcome of a decision is known.
     *
     * @param number of the decision
     * @param nanos from the decision until the other engine drove the connection, or until the shift failed
     * @param refusal why the connection stays where it is; empty if it was shifted
     */
    void answered(long number, ShiftDecision decision, long nanos, Optional<String> refusal);

    /** The engine is about to end. Called last. */
    default void ended() {}
}
