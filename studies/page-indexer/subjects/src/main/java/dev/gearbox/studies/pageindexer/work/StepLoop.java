package dev.gearbox.studies.pageindexer.work;

/** What a step of {@link Arithmetic} does. */
interface StepLoop {
    /** Does a number of steps, each of which depends on the one before. */
    long run(long seed, long steps);
}
