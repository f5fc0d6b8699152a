package dev.gearbox.engines.auto.policy;

/** The roles of the parts of an adaptive engine. */
public enum PartRole {
    /** Accepts connections, and serves those that need no other engine. */
    START,
    /** For connections whose callbacks wait. */
    BLOCKING,
    /** For connections whose callbacks compute. */
    COMPUTING,
    /** For connections with large transfers in each wake-up. */
    LARGE
}
