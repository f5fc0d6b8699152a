package dev.gearbox.engines.auto;

import dev.gearbox.engines.auto.policy.ShiftDecision;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Records each decision as a flight recorder event, once its outcome is known. */
final class DecisionRecorder implements DecisionListener {
    private final Map<Long, DecisionEvent> open = new HashMap<>();

    @Override
    public void decided(long number, ShiftDecision decision) {
        open.put(number, DecisionEvent.of(decision));
    }

    @Override
    public void answered(long number, ShiftDecision decision, long nanos, Optional<String> refusal) {
        DecisionEvent event = open.remove(number);
        if (event != null) {
            event.refusal = refusal.orElse(null);
            event.commit();
        }
    }
}
