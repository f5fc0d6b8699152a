package dev.gearbox.core;

/** How an engine came to its end. */
public enum Shutdown {
    /** Every connection had ended by itself. */
    GRACEFUL,
    /** Connections were still open when the grace was over, and were closed under their sessions. */
    FORCED,
    /** Callbacks do not return, though their threads were interrupted. What they keep from ending ends when they do; the log says which. */
    INCOMPLETE;

    /** The one of the two that is further from graceful: how two engines together came to their end. */
    public Shutdown or(Shutdown other) {
        return compareTo(other) < 0 ? other : this;
    }
}
