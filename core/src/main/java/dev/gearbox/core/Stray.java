package dev.gearbox.core;

/**
 * A connection in one of whose callbacks a thread is that has lost its loop. Until that callback has returned the loop leaves the connection alone.
 *
 * @param since when the callback was seen to begin, as {@link System#nanoTime}
 * @param leftover to be run on the loop's thread once it has returned: gives up what was in the old thread's hands
 */
record Stray(long since, Runnable leftover) {}
