package dev.gearbox.engines.auto;

import dev.gearbox.engines.auto.policy.ShiftDecision;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** Logs each decision, and each one that could not be carried out. */
final class DecisionLog implements DecisionListener {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.decisions");

    @Override
    public void decided(long number, ShiftDecision decision) {
        LOG.log(Level.INFO, decision::toString);
    }

    @Override
    public void answered(long number, ShiftDecision decision, long nanos, Optional<String> refusal) {
        refusal.ifPresent(
                why -> LOG.log(Level.INFO, () -> decision.signals().connection() + " is not shifted: " + why));
    }
}
