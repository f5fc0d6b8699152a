package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.data.LabException;
import java.time.Duration;
import java.util.List;

/**
 * How much time a person gives an experiment, and what it buys: forks first, because they differ most, then blocks, then
 * length of slices.
 */
public sealed interface Effort {
    /** Five forks; of twelve blocks for up to three arms (about 3.5 minutes for two), of fewer for more. */
    record Quick() implements Effort {}

    /** Up to twenty forks with looks at 5, 10, 15, 20, and a second copy of the baseline; under an hour for two arms. */
    record Full() implements Effort {}

    /**
     * Whatever fits into a time.
     *
     * @param time for one experiment
     */
    record Budget(Duration time) implements Effort {}

    /** Within so much two arms count as equal in a quick run, as a share. */
    double QUICK_MARGIN = 0.10;

    /** Within so much two arms count as equal in a full run, as a share. */
    double FULL_MARGIN = 0.03;

    /**
     * The design for a number of arms.
     *
     * @param arms without the sentinel
     * @param slice the least that a window has to last for this workload, in seconds; 0: no such limit
     * @throws LabException when the budget does not suffice for five forks of three blocks
     */
    default Design design(int arms, double slice) {
        return switch (this) {
            case Quick _ ->
                arms <= 3
                        ? design("quick", 5, 12, Math.max(0.9, slice), 8, QUICK_MARGIN, false)
                        : design(
                                "quick",
                                5,
                                Math.clamp(Math.round(24 / (arms * (0.68 + slice))), 3, 12),
                                Math.max(0.5, slice),
                                3,
                                QUICK_MARGIN,
                                false);
            case Full _ ->
                design("full", 20, Math.clamp(120 / (arms + 1), 12, 40), Math.max(0.9, slice), 20, FULL_MARGIN, true);
            case Budget(Duration time) -> budget(time, arms, slice);
        };
    }

    /** How long a quick experiment of jobs may take: a study of six cells in less than half an hour. */
    Duration QUICK_JOBS = Duration.ofSeconds(270);

    /** How long a full one may. */
    Duration FULL_JOBS = Duration.ofHours(1);

    /**
     * The design for arms that do jobs: forks first, then blocks.
     *
     * @param slices about how long each arm's job takes, in seconds, without the sentinel
     * @throws LabException when the budget does not suffice for three forks of a block
     */
    default Design jobs(List<Double> slices) {
        int arms = slices.size();
        double mean = slices.stream().mapToDouble(Double::doubleValue).average().orElse(1);
        return switch (this) {
            // Where there are few, each is warm; of many the first job is all the warming that there is time for.
            case Quick _ ->
                JobDesigns.QUICK
                        .largest(QUICK_JOBS, arms, mean, 4, 3, 5)
                        .or(() -> JobDesigns.QUICK.largest(QUICK_JOBS, arms, mean, 1, 1, 5, 4, 3))
                        .orElseGet(() -> JobDesigns.QUICK.design(2, 1, mean, 1));
            case Full _ ->
                JobDesigns.FULL
                        .largest(FULL_JOBS, arms + 1, mean, 6, 1, 20, 15, 10, 5)
                        .orElseGet(() -> JobDesigns.FULL.design(5, 1, mean, 6));
            case Budget(Duration time) ->
                JobDesigns.BUDGET
                        .largest(time, arms, mean, 1, 1, 5, 4, 3)
                        .orElseThrow(() -> new LabException("a budget of " + time.toSeconds()
                                + " s does not suffice for " + arms + (arms == 1 ? " arm" : " arms")
                                + ": three forks of a block take about "
                                + ExperimentClock.expected(JobDesigns.BUDGET.design(3, 1, mean, 1), arms, true)
                                        .toSeconds()
                                + " s. Give more, or name fewer"));
        };
    }

    private static Design design(
            String word, int forks, int blocks, double window, double warm, double margin, boolean sentinel) {
        List<Integer> looks = forks > 5 ? List.of(5, 10, 15, 20) : List.of(forks);
        return new Design(word, forks, blocks, 0.1, window, Math.max(warm, 4 * window), margin, 0.95, looks, sentinel);
    }

    private static Design budget(Duration time, int arms, double slice) {
        Design best = null;
        for (int forks : new int[] {5, 10, 15, 20}) {
            for (double window : new double[] {0.5, 0.9}) {
                for (int blocks : new int[] {3, 6, 12, 20, 40}) {
                    double longest = Math.max(window, slice);
                    List<Integer> looks = List.of(5, 10, 15, 20).subList(0, forks / 5);
                    var design = new Design(
                            "budget", forks, blocks, 0.1, longest, 6 * longest, QUICK_MARGIN, 0.95, looks, false);
                    boolean fits = ExperimentClock.expected(design, arms, false).compareTo(time) <= 0;
                    // Twelve blocks before more forks than five: below that a fork's own mean is the noise.
                    boolean worth = forks == 5 || blocks >= 12;
                    if (fits && worth) {
                        best = design;
                    }
                }
            }
        }
        if (best == null) {
            Design least = design("budget", 5, 3, Math.max(0.5, slice), 3, QUICK_MARGIN, false);
            throw new LabException("a budget of " + time.toSeconds() + " s does not suffice for " + arms
                    + " arms: five forks of three blocks take about "
                    + ExperimentClock.expected(least, arms, false).toSeconds() + " s. Give more, or fewer engines");
        }
        return best;
    }
}
