package dev.gearbox.core;

/** How the close of an engine went. */
public enum Shutdown {
    /** Every connection had ended by itself. */
    GRACEFUL,
    /** Connections were still open at the end of the grace period and were closed by the engine. */
    FORCED,
    /** Callbacks did not return although their threads were interrupted. What they hold ends when they return; the log lists them. */
    INCOMPLETE;

    /** Returns the less graceful of the two: the outcome for two engines that act as one. */
    public Shutdown or(Shutdown other) {
        return compareTo(other) < 0 ? other : this;
    }
}
