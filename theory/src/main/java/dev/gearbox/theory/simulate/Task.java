package dev.gearbox.theory.simulate;

/**
 * What a request does: it computes, waits for something else than this server (a database), and computes again. Computing needs a core.
 *
 * @param before computing before the wait
 * @param waiting for something else; it needs no core
 * @param after computing after the wait
 * @param blocks whether the request keeps its thread while it waits; otherwise it gives the thread back, and queues for one again
 */
public record Task(RandomTime before, RandomTime waiting, RandomTime after, boolean blocks) {
    /** Returns a task that only computes. */
    public static Task computing(RandomTime time) {
        return new Task(time, RandomTime.NONE, RandomTime.NONE, true);
    }

    /** Returns a task that computes, and then makes a call that blocks its thread. */
    public static Task blocking(RandomTime compute, RandomTime waiting) {
        return new Task(compute, waiting, RandomTime.NONE, true);
    }
}
