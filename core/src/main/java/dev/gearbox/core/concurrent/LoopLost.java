package dev.gearbox.core.concurrent;

/**
 * Unwinds a thread that has lost its loop: thrown between two callbacks, caught where the thread started. Code that it passes through must not catch it, nor
 * touch the loop in its finally blocks. For authors of engines.
 */
public final class LoopLost extends Error {
    private static final long serialVersionUID = 1;

    public LoopLost() {
        super("another thread has the loop", null, false, false);
    }
}
