package dev.gearbox.core.balance;

/**
 * How many loops a load needs: one more when together they are busier than {@link #HIGH} for some ticks, one less when the others would stay below {@link #LOW}
 * without it for many ticks. Between the two thresholds nothing happens, and after a change counting starts again, so a steady load gets a steady number of
 * loops. Holds no loops and no clock.
 */
final class LoopDemand {
    static final double HIGH = 0.8;
    static final double LOW = 0.5;
    /** Short, since connections are waiting. */
    static final int TICKS_ABOVE = 5;
    /** Long: a pause in the load is no reason to stop a loop. */
    static final int TICKS_BELOW = 50;

    private final LoopSizing sizing;
    private int above;
    private int below;

    LoopDemand(LoopSizing sizing) {
        this.sizing = sizing;
    }

    /**
     * Returns, once per tick, how many loops there should be.
     *
     * @param loops the current number of loops
     * @param busy the sum of their utilisations
     */
    int wanted(int loops, double busy) {
        above = loops < sizing.most() && busy > HIGH * loops ? above + 1 : 0;
        below = loops > sizing.least() && busy < LOW * (loops - 1) ? below + 1 : 0;
        if (above == TICKS_ABOVE || below == TICKS_BELOW) {
            int wanted = above == TICKS_ABOVE ? loops + 1 : loops - 1;
            above = 0;
            below = 0;
            return wanted;
        }
        return loops;
    }
}
