package dev.gearbox.lab;

import dev.gearbox.evidence.Design;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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
        double mean = slices.stream().mapToDouble(Double::doubleValue).average().orElse(1);
        return switch (this) {
            case Quick _ ->
                jobs("quick", QUICK_JOBS, slices.size(), mean, 1, QUICK_MARGIN, false, new int[] {5, 4})
                        .orElseGet(() -> jobs("quick", 3, 1, mean, 1, QUICK_MARGIN, false));
            case Full _ ->
                jobs("full", FULL_JOBS, slices.size() + 1, mean, 6, FULL_MARGIN, true, new int[] {20, 15, 10, 5})
                        .orElseGet(() -> jobs("full", 5, 1, mean, 6, FULL_MARGIN, true));
            case Budget(Duration time) ->
                jobs("budget", time, slices.size(), mean, 1, QUICK_MARGIN, false, new int[] {5, 4, 3})
                        .orElseThrow(() -> new LabException("a budget of " + time.toSeconds()
                                + " s does not suffice for "
                                + slices.size() + " arms: three forks of a block take about "
                                + ExperimentClock.expected(
                                                jobs("budget", 3, 1, mean, 1, QUICK_MARGIN, false), slices.size(), true)
                                        .toSeconds()
                                + " s. Give more, or name fewer"));
        };
    }

    /** The most forks, of as many blocks as then fit. */
    private static Optional<Design> jobs(
            String word,
            Duration time,
            int arms,
            double slice,
            int warm,
            double margin,
            boolean sentinel,
            int[] forks) {
        for (int many : forks) {
            for (int blocks : new int[] {12, 8, 6, 4, 3, 2, 1}) {
                Design design = jobs(word, many, blocks, slice, warm, margin, sentinel);
                if (ExperimentClock.expected(design, arms, true).compareTo(time) <= 0) {
                    return Optional.of(design);
                }
            }
        }
        return Optional.empty();
    }

    private static Design jobs(
            String word, int forks, int blocks, double slice, int warm, double margin, boolean sentinel) {
        List<Integer> looks = sentinel && forks > 5 ? List.of(5, forks) : List.of(forks);
        return new Design(word, forks, blocks, 0, slice, warm * slice, margin, 0.95, looks, sentinel);
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
