package dev.gearbox.core;

/** Something that will happen later unless it is cancelled. */
@FunctionalInterface
public interface Cancellable {
    /** Calls it off; too late or twice, it does nothing. From any thread. */
    void cancel();
}
