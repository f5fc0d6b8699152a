package dev.gearbox.core.balance;

/**
 * How many loops a load wants: one more when all together are busier than {@link #HIGH} for some ticks, one less when the others would stay below
 * {@link #LOW} without it for many. Between the two nothing happens; and after a change all is counted anew. So a load that stays the same
 * gets a number of loops that stays the same. No loop's state, no clock.
 */
final class LoopDemand {
    static final double HIGH = 0.8;
    static final double LOW = 0.5;
    /** More loops are wanted soon, since somebody waits. */
    static final int TICKS_ABOVE = 5;
    /** Fewer have time: a pause in the load is no reason. */
    static final int TICKS_BELOW = 50;

    private final LoopSizing sizing;
    private int above;
    private int below;

    LoopDemand(LoopSizing sizing) {
        this.sizing = sizing;
    }

    /**
     * One tick: how many loops there should be.
     *
     * @param loops that there are
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
