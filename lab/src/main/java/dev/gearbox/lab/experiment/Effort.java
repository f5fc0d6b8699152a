package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.load.ArmConnections;
import dev.gearbox.lab.load.LoadHarness;
import dev.gearbox.lab.memory.MemoryHarness;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.lab.workload.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The time budget of an experiment, and how it is spent: on forks first, because they vary most, then on blocks, then on longer slices.
 */
public sealed interface Effort {
    /** Five forks of twelve blocks for up to three arms (about 3.5 minutes for two), of fewer blocks for more arms or long slices. */
    record Quick() implements Effort {}

    /** Up to twenty forks with looks at 5, 10, 15, 20, and a second copy of the baseline; under an hour for two arms. */
    record Full() implements Effort {}

    /**
     * As much as fits into a time budget.
     *
     * @param time the budget of one experiment
     */
    record Budget(Duration time) implements Effort {}

    /**
     * Forks until every comparison is decided, or the time is up. Looks begin early and are frequent, and clear differences end early.
     *
     * @param time the longest time of one experiment on a quiet machine
     */
    record UntilDecided(Duration time) implements Effort {}

    /**
     * The tour: many arms in few minutes, so the spread of a comparison is estimated from the forks of all arms.
     *
     * @param time for all of it
     */
    record Tour(Duration time) implements Effort {}

    /** The equivalence margin of a quick run, as a share. */
    double QUICK_MARGIN = 0.10;

    /** The equivalence margin of a full run, as a share. */
    double FULL_MARGIN = 0.03;

    /** The number of arms from which they estimate the spread of their comparisons together, as far as they scatter alike. */
    int MANY_ARMS = 8;

    /**
     * Returns the design of an experiment.
     *
     * @param subjects the subjects, without the sentinel
     * @throws LabException if the budget is too small for the minimum that has an interval
     */
    default Design design(Condition condition, List<Subject> subjects) {
        Design design = each(condition, subjects);
        return subjects.size() >= MANY_ARMS && design.spread() == null ? design.moderated() : design;
    }

    private Design each(Condition condition, List<Subject> subjects) {
        return switch (condition) {
            case Cell cell -> {
                // A full design brings a second copy of the baseline.
                int connected = subjects.size() + (this instanceof Full ? 1 : 0);
                yield design(
                        subjects.size(),
                        cell.slice().toMillis() / 1e3,
                        ArmConnections.lead(cell, connected).toMillis() / 1e3);
            }
            case JobCell job -> jobs(subjects.stream().map(job::expectedSeconds).toList(), job.traced() > 0);
            case MemoryCell memory -> memory(subjects.size(), memory.points().size(), MemoryHarness.window(memory));
        };
    }

    /** The time limit of a quick experiment under load: a study of two cells takes less than half an hour, however many arms it has. */
    Duration QUICK_LOADS = Duration.ofMinutes(14);

    /**
     * Returns the design for a number of arms under load.
     *
     * @param arms without the sentinel
     * @param slice the minimum duration of a window for this workload, in seconds; 0: no such limit
     * @param lead the load before each window, in seconds
     * @throws LabException if the budget is too small for five forks of three blocks
     */
    default Design design(int arms, double slice, double lead) {
        return switch (this) {
            case Quick _ ->
                arms <= 3
                        ? loads("quick", 5, blocks(slice), lead, Math.max(0.9, slice), 8, QUICK_MARGIN, false)
                        : quick(arms, slice, lead);
            case Full _ ->
                loads(
                        "full",
                        20,
                        Math.clamp(120 / (arms + 1), 12, 40),
                        lead,
                        Math.max(0.9, slice),
                        20,
                        FULL_MARGIN,
                        true);
            case Budget(Duration time) -> budget(time, arms, slice, lead);
            case UntilDecided(Duration time) -> untilDecided(time, arms, slice, lead);
            case Tour(Duration time) -> TourDesign.of(time, arms, slice, lead);
        };
    }

    /** The name of a run that goes on until all is decided. */
    String UNTIL_DECIDED = "until-decided";

    /** The most forks of a run that goes on until all is decided: the thresholds of the early looks get stricter with each possible fork. */
    int MOST_FORKS = 40;

    /** Twelve blocks, and fewer of slices longer than two seconds, which hold more. */
    private static int blocks(double slice) {
        return Math.clamp(Math.round(36 / (0.68 + slice)), 3, 12);
    }

    /** Of many arms with long slices, fewer warm-up slices, and then fewer forks: three of them are needed for an interval worth the name. */
    private static Design quick(int arms, double slice, double lead) {
        double window = Math.max(0.5, slice);
        int blocks = Math.clamp(Math.round(24 / (arms * (0.68 + slice))), 3, 12);
        Design design = loads("quick", 5, blocks, lead, window, 3, QUICK_MARGIN, false);
        int[][] smaller = {{5, 3}, {5, 2}, {4, 2}, {3, 2}};
        for (int[] forksAndWarm : smaller) {
            if (ExperimentClock.expected(design, arms, LoadHarness::forkSeconds).compareTo(QUICK_LOADS) <= 0) {
                return design;
            }
            int forks = forksAndWarm[0];
            double warm = forksAndWarm[1] * window;
            design = new Design(
                    "quick", forks, blocks, lead, window, warm, QUICK_MARGIN, 0.95, LookPlan.few(forks), false);
        }
        return design;
    }

    /** The time limit of a quick experiment of jobs: a study of six cells takes less than half an hour. */
    Duration QUICK_JOBS = Duration.ofSeconds(285);

    /** The time limit of a full experiment of jobs. */
    Duration FULL_JOBS = Duration.ofHours(1);

    /**
     * Returns the design for arms that do jobs: forks first, then blocks.
     *
     * @param slices about how long each arm's job takes, in seconds, without the sentinel
     * @param traced whether system calls are traced afterwards
     * @throws LabException if the budget is too small for three forks of one block
     */
    default Design jobs(List<Double> slices, boolean traced) {
        int arms = slices.size();
        double mean = slices.stream().mapToDouble(Double::doubleValue).average().orElse(1);
        return switch (this) {
            // With few arms each gets warm; with many there is only time for one long job, or several short ones, as
            // warm-up.
            case Quick _ ->
                JobDesigns.QUICK
                        .largest(QUICK_JOBS, arms, mean, 4, 3, traced, 5)
                        .or(() -> JobDesigns.QUICK.largest(QUICK_JOBS, arms, mean, 1, 1, traced, 5, 4, 3))
                        .orElseGet(() -> JobDesigns.QUICK.design(2, 1, mean, 1));
            case Full _ ->
                JobDesigns.FULL
                        .largest(FULL_JOBS, arms + 1, mean, 6, 1, traced, 20, 15, 10, 5)
                        .orElseGet(() -> JobDesigns.FULL.design(5, 1, mean, 6));
            case Budget(Duration time) ->
                jobs(JobDesigns.BUDGET.largest(time, arms, mean, 1, 1, traced, 5, 4, 3), time, arms, mean, traced);
            case Tour _ -> throw new LabException("the tour is about servers under load, not about jobs");
            case UntilDecided(Duration time) ->
                LookPlan.often(jobs(
                        JobDesigns.UNTIL_DECIDED.largest(
                                time, arms, mean, 1, 1, traced, MOST_FORKS, 30, 20, 15, 10, 5, 4, 3),
                        time,
                        arms,
                        mean,
                        traced));
        };
    }

    private static Design jobs(Optional<Design> largest, Duration time, int arms, double mean, boolean traced) {
        return largest.orElseThrow(() -> new LabException("a budget of " + time.toSeconds()
                + " s does not suffice for " + arms + (arms == 1 ? " arm" : " arms")
                + ": three forks of a block take about "
                + ExperimentClock.expected(JobDesigns.BUDGET.design(3, 1, mean, 1), arms, JobDesigns.forkTime(traced))
                        .toSeconds()
                + " s. Give more, or name fewer"));
    }

    /**
     * Returns the design for arms that hold idle connections: one block for each number of connections. A fork gives one such figure, and these figures
     * vary little.
     *
     * @param numbers of connections
     * @param window of each slice, in seconds
     * @throws LabException if the budget is too small for two forks
     */
    default Design memory(int arms, int numbers, double window) {
        return switch (this) {
            case Quick _ -> memory("quick", 3, numbers, window, QUICK_MARGIN);
            case Full _ -> memory("full", 5, numbers, window, FULL_MARGIN);
            case Budget(Duration time) -> memory(memory("budget", 10, numbers, window, QUICK_MARGIN), arms, time);
            case Tour _ -> throw new LabException("the tour is about servers under load, not about idle memory");
            case UntilDecided(Duration time) ->
                LookPlan.often(memory(memory(UNTIL_DECIDED, 20, numbers, window, QUICK_MARGIN), arms, time));
        };
    }

    /** Returns a design with as many forks as fit into a time. */
    private static Design memory(Design most, int arms, Duration time) {
        for (int forks : new int[] {most.forks(), 10, 5, 4, 3, 2}) {
            Design design = most.withForks(forks, LookPlan.few(forks));
            if (ExperimentClock.expected(design, arms, MemoryHarness::forkSeconds)
                            .compareTo(time)
                    <= 0) {
                return design;
            }
        }
        Design least = most.withForks(2, List.of(2));
        throw new LabException("a budget of " + time.toSeconds() + " s does not suffice for " + arms
                + (arms == 1 ? " arm" : " arms") + ": two forks of " + most.blocks()
                + " numbers of connections take about "
                + ExperimentClock.expected(least, arms, MemoryHarness::forkSeconds)
                        .toSeconds()
                + " s. Give more, or name fewer");
    }

    private static Design memory(String word, int forks, int numbers, double window, double margin) {
        return new Design(
                word, forks, numbers, MemoryHarness.LEAD, window, 0, margin, 0.95, LookPlan.few(forks), false);
    }

    private static Design loads(
            String word,
            int forks,
            int blocks,
            double lead,
            double window,
            double warm,
            double margin,
            boolean sentinel) {
        List<Integer> looks = forks > 5 ? List.of(5, 10, 15, 20) : LookPlan.few(forks);
        return new Design(word, forks, blocks, lead, window, Math.max(warm, 4 * window), margin, 0.95, looks, sentinel);
    }

    /** Blocks as in a quick run, because forks are what decides; more of them only if the most forks leave time. */
    private static Design untilDecided(Duration time, int arms, double slice, double lead) {
        Design quick = new Quick().design(arms, slice, lead).named(UNTIL_DECIDED);
        double fork = LoadHarness.forkSeconds(quick, arms);
        int forks = Math.clamp((long) (time.toMillis() / 1e3 / fork), 0, MOST_FORKS);
        if (forks < quick.forks()) {
            return LookPlan.often(budget(time, arms, slice, lead).named(UNTIL_DECIDED));
        }
        Design most = quick.withForks(forks, List.of(forks));
        int blocks = quick.blocks();
        while (blocks < RacePlan.MOST_BLOCKS
                && ExperimentClock.expected(most.withBlocks(blocks + 1), arms, LoadHarness::forkSeconds)
                                .compareTo(time)
                        <= 0) {
            blocks++;
        }
        return LookPlan.often(most.withBlocks(blocks));
    }

    private static Design budget(Duration time, int arms, double slice, double lead) {
        Design best = null;
        for (int forks : new int[] {5, 10, 15, 20}) {
            for (double window : new double[] {0.5, 0.9}) {
                for (int blocks : new int[] {3, 6, 12, 20, 40}) {
                    Design design = budgeted(forks, blocks, lead, Math.max(window, slice));
                    boolean fits = ExperimentClock.expected(design, arms, LoadHarness::forkSeconds)
                                    .compareTo(time)
                            <= 0;
                    // Reach twelve blocks before adding more than five forks: with fewer blocks the noise within a fork
                    // dominates.
                    boolean worth = forks == 5 || blocks >= 12;
                    if (fits && worth) {
                        best = design;
                    }
                }
            }
        }
        if (best == null) {
            Design least = budgeted(5, 3, lead, Math.max(0.5, slice));
            long needed = ExperimentClock.expected(least, arms, LoadHarness::forkSeconds)
                    .plusMillis(999)
                    .toSeconds();
            throw new LabException("a budget of " + time.toSeconds() + " s does not suffice for " + arms
                    + " arms: five forks of three blocks take about " + needed + " s. Give more, or fewer engines");
        }
        return best;
    }

    private static Design budgeted(int forks, int blocks, double lead, double window) {
        List<Integer> looks =
                forks == 5 ? LookPlan.few(5) : List.of(5, 10, 15, 20).subList(0, forks / 5);
        return new Design("budget", forks, blocks, lead, window, 6 * window, QUICK_MARGIN, 0.95, looks, false);
    }
}
