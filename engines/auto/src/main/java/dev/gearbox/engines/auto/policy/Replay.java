package dev.gearbox.engines.auto.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a policy would have decided on signals that were recorded under another policy, or the same. A recording cannot show the effect of a shift that did not
 * happen: so only the first decision counts for each stay of a connection on an engine.
 */
public final class Replay {
    private Replay() {}

    /**
     * What was known of a connection at one observation.
     *
     * @param signals what was seen
     * @param standing what was remembered
     */
    public record RecordedSample(ConnectionSignals signals, ShiftHistory standing) {}

    /** A stay of a connection on an engine; it ends with a shift. */
    private record Stay(PartRole place, int shifts) {}

    /** Returns what {@code policy} decides on these samples of one engine, which are in the order in which they were recorded. */
    public static List<ShiftDecision> of(Policy policy, List<RecordedSample> samples) {
        List<ShiftDecision> decisions = new ArrayList<>();
        Map<String, Stay> decided = new HashMap<>();
        for (RecordedSample sample : samples) {
            ConnectionSignals seen = sample.signals();
            Stay stay = new Stay(seen.place(), sample.standing().shifts());
            if (!Objects.equals(stay, decided.get(seen.connection()))) {
                policy.decide(seen, sample.standing()).ifPresent(decision -> {
                    decisions.add(decision);
                    decided.put(seen.connection(), stay);
                });
            }
        }
        return decisions;
    }
}
