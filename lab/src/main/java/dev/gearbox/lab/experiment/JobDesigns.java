package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.job.JobHarness;
import dev.gearbox.lab.workload.JobCell;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Designs for arms that do jobs. A slice takes as long as the job, so the only choices are the number of forks, the blocks in each, and how often an arm
 * does its job as warm-up.
 *
 * @param word the name of the effort for users
 * @param margin the equivalence margin, as a share
 * @param sentinel whether a second copy of the baseline takes part
 */
record JobDesigns(String word, double margin, boolean sentinel) {
    static final JobDesigns QUICK = new JobDesigns("quick", Effort.QUICK_MARGIN, false);
    static final JobDesigns FULL = new JobDesigns("full", Effort.FULL_MARGIN, true);
    static final JobDesigns BUDGET = new JobDesigns("budget", Effort.QUICK_MARGIN, false);

    static final JobDesigns UNTIL_DECIDED = new JobDesigns(Effort.UNTIL_DECIDED, Effort.QUICK_MARGIN, false);

    private static final List<Integer> BLOCKS = List.of(12, 8, 6, 4, 3, 2, 1);
    private static final int FIRST_LOOK = 5;

    /** The time to warm each arm, at least: in it short jobs are done several times, until most of their code is compiled. */
    private static final double LEAST_WARMING = 1;

    /**
     * Returns the largest number of forks that fits into a time, each with as many blocks as then fit.
     *
     * @param slice the average duration of a job, in seconds
     * @param warm the maximum number of warm-up jobs of an arm in each fork
     * @param least the minimum number of blocks of a fork
     * @param traced whether system calls are traced
     * @param forks the numbers of forks to try, the largest first
     * @return empty if none fits
     */
    Optional<Design> largest(Duration time, int arms, double slice, int warm, int least, boolean traced, int... forks) {
        for (int many : forks) {
            for (int blocks : BLOCKS) {
                Design design = design(many, blocks, slice, warm);
                if (blocks >= least
                        && ExperimentClock.expected(design, arms, forkTime(traced))
                                        .compareTo(time)
                                <= 0) {
                    return Optional.of(design);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the estimate of the duration of a fork. */
    static ExperimentClock.ForkTime forkTime(boolean traced) {
        return (design, arms) -> JobHarness.forkSeconds(design, arms, traced);
    }

    Design design(int forks, int blocks, double slice, int warm) {
        List<Integer> looks = sentinel && forks > FIRST_LOOK ? List.of(FIRST_LOOK, forks) : LookPlan.few(forks);
        return new Design(
                word,
                forks,
                blocks,
                0,
                slice,
                Math.max(LEAST_WARMING, warm * Math.min(slice, JobCell.LONGEST_WARMING)),
                margin,
                0.95,
                looks,
                sentinel);
    }
}
