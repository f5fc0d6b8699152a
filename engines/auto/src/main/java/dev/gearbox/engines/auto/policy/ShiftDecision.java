package dev.gearbox.engines.auto.policy;

/**
 * One connection is to be shifted, for reasons that are given.
 *
 * @param signals what was seen
 * @param to where it is to go; it comes from where the signals are of
 * @param from the engine that it is on, as a spec
 * @param target the one that it is to go to
 * @param why what in the signals speaks for it
 * @param alternative what else was considered, and why it is not done
 * @param expected what is expected to come of it
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
