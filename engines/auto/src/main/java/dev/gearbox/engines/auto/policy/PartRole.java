package dev.gearbox.engines.auto.policy;

/** The parts of an engine that chooses, by what they are for. */
public enum PartRole {
    /** Where connections come in, and where those are that do nothing special. */
    START,
    /** For those whose callbacks wait. */
    BLOCKING,
    /** For those whose callbacks compute. */
    COMPUTING,
    /** For those that carry much in each wake-up. */
    LARGE
}
