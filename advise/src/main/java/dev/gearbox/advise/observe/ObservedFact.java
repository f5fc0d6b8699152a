package dev.gearbox.advise.observe;

/**
 * A part of the workload, and where it comes from.
 *
 * @param name that of the option: {@code rate}; or of what has no option
 * @param value as the option takes it
 * @param origin where it comes from
 * @param how it was found, or why it was not
 */
public record ObservedFact(String name, String value, FactOrigin origin, String how) {
    /** Where a fact comes from. */
    public enum FactOrigin {
        READ,
        ASSUMED,
        GIVEN
    }
}
