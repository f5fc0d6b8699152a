package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.job.JobHarness;
import dev.gearbox.lab.load.LoadHarness;
import dev.gearbox.lab.memory.MemoryHarness;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.lab.workload.Subject;
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
     * The design for an experiment.
     *
     * @param subjects who takes part, without the sentinel
     * @throws LabException when a budget does not suffice for the least that has an interval
     */
    default Design design(Condition condition, List<Subject> subjects) {
        return switch (condition) {
            case Cell cell -> design(subjects.size(), cell.slice().toMillis() / 1e3);
            case JobCell job -> jobs(subjects.stream().map(job::expectedSeconds).toList());
            case MemoryCell memory -> memory(subjects.size(), memory.points().size(), MemoryHarness.window(memory));
        };
    }

    /**
     * The design for a number of arms under load.
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
                                + ExperimentClock.expected(
                                                JobDesigns.BUDGET.design(3, 1, mean, 1), arms, JobHarness::forkSeconds)
                                        .toSeconds()
                                + " s. Give more, or name fewer"));
        };
    }

    /**
     * The design for arms that hold idle connections: a block for each number of them. Of these figures a fork has one, and they vary little.
     *
     * @param numbers of connections
     * @param window of each slice, in seconds
     * @throws LabException when the budget does not suffice for two forks
     */
    default Design memory(int arms, int numbers, double window) {
        return switch (this) {
            case Quick _ -> memory("quick", 3, numbers, window, QUICK_MARGIN);
            case Full _ -> memory("full", 5, numbers, window, FULL_MARGIN);
            case Budget(Duration time) -> {
                for (int forks : new int[] {10, 5, 4, 3, 2}) {
                    Design design = memory("budget", forks, numbers, window, QUICK_MARGIN);
                    if (ExperimentClock.expected(design, arms, MemoryHarness::forkSeconds)
                                    .compareTo(time)
                            <= 0) {
                        yield design;
                    }
                }
                throw new LabException("a budget of " + time.toSeconds() + " s does not suffice for " + arms
                        + (arms == 1 ? " arm" : " arms") + ": two forks of " + numbers
                        + " numbers of connections take about "
                        + ExperimentClock.expected(
                                        memory("budget", 2, numbers, window, QUICK_MARGIN),
                                        arms,
                                        MemoryHarness::forkSeconds)
                                .toSeconds()
                        + " s. Give more, or name fewer");
            }
        };
    }

    private static Design memory(String word, int forks, int numbers, double window, double margin) {
        return new Design(word, forks, numbers, MemoryHarness.LEAD, window, 0, margin, 0.95, List.of(forks), false);
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
                    boolean fits = ExperimentClock.expected(design, arms, LoadHarness::forkSeconds)
                                    .compareTo(time)
                            <= 0;
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
                    + ExperimentClock.expected(least, arms, LoadHarness::forkSeconds)
                            .toSeconds() + " s. Give more, or fewer engines");
        }
        return best;
    }
}
