package dev.gearbox.engines.auto;

import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import dev.gearbox.engines.auto.policy.ShiftHistory;
import java.util.Optional;

/** Is told what an engine that chooses sees and does: all of it on the engine's monitor thread, one call at a time. It must not keep that for long. */
interface DecisionListener {
    /** The engine runs. Before all else. */
    default void started(String engine, Policy policy) {}

    /** A connection was looked at. Only if somebody wants to know. */
    default void sampled(ConnectionSignals signals, ShiftHistory standing) {}

    /** A connection is about to be shifted. */
    void decided(long number, ShiftDecision decision);

    /**
     * What came of it.
     *
     * @param number of the decision
     * @param nanos from the decision until the other engine drove the connection, or until it was known that it will not
     * @param refusal why the connection stays where it is; empty: it was shifted
     */
    void answered(long number, ShiftDecision decision, long nanos, Optional<String> refusal);

    /** The engine is about to end. Behind all else. */
    default void ended() {}
}
