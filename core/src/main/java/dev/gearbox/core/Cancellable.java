package dev.gearbox.core;

/** An action that will run later unless it is cancelled. */
@FunctionalInterface
public interface Cancellable {
    /** Cancels the action. Has no effect if it has run or was cancelled before. May be called from any thread. */
    void cancel();
}
