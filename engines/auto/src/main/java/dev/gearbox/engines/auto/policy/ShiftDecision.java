package dev.gearbox.engines.auto.policy;

/**
 * A decision to shift one connection, with its reasons.
 *
 * @param signals what was seen
 * @param to the role that it goes to; it comes from the role of the signals
 * @param from the engine that it is on, as a spec
 * @param target the engine that it goes to
 * @param why the signals that call for it
 * @param alternative what else was considered, and why it was rejected
 * @param expected the expected effect
 */
public record ShiftDecision(
        ConnectionSignals signals,
        PartRole to,
        String from,
        String target,
        String why,
        String alternative,
        String expected) {
    @Override
    public String toString() {
        return signals.connection() + ": " + from + " > " + target + ": " + why + ". Expected: " + expected + ". Not: "
                + alternative;
    }
}
