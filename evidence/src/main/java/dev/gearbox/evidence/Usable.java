package dev.gearbox.evidence;

import java.util.Collection;

/**
 * What a block counts for. Depends on the causes of {@link Taint} alone, so a run may measure another block in place of one that does not count, without
 * preferring any result.
 */
public enum Usable {
    /** For everything that the experiment compares. */
    ALL,
    /** For costs: its times and rates are spoilt. */
    COSTS,
    /** For nothing. */
    NOTHING;

    /**
     * Returns what a block counts for: its times where requests arrive by a schedule, its rates where users wait for answers. The times of a job are its
     * result, so without them it counts for nothing.
     *
     * @param block its slices, one of each arm
     */
    public static Usable of(Collection<Slice> block, Experiment experiment) {
        if (experiment.onlyCosts()) {
            return Taint.of(block, Taint.Use.COST, experiment).isEmpty() ? ALL : NOTHING;
        }
        boolean open = experiment.loop().equals(Experiment.OPEN);
        boolean job = experiment.loop().equals(Experiment.JOB);
        if (Taint.of(block, open || job ? Taint.Use.TIME : Taint.Use.RATE, experiment)
                .isEmpty()) {
            return ALL;
        }
        return job || Taint.of(block, Taint.Use.COST, experiment).isPresent() ? NOTHING : COSTS;
    }
}
