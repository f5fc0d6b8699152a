package dev.gearbox.core;

/** How an engine came to its end. */
public enum Shutdown {
    /** Every connection had ended by itself. */
    GRACEFUL,
    /** Connections were still open when the grace was over, and were closed under their sessions. */
    FORCED
}
