package dev.gearbox.core.concurrent;

/**
 * Takes a thread that has lost its loop out of everything that it was about to do there: thrown between two callbacks, caught where the thread began.
 * What it is thrown through must not touch the loop on its way out, and lets it pass. For those who write engines.
 */
public final class LoopLost extends Error {
    private static final long serialVersionUID = 1;

    public LoopLost() {
        super("another thread has the loop", null, false, false);
    }
}
