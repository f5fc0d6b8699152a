package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.fork.BlockQueue;
import dev.gearbox.lab.fork.ForkLog;
import dev.gearbox.lab.fork.ForkRun;
import dev.gearbox.lab.fork.Harness;
import dev.gearbox.lab.fork.SpareTime;
import dev.gearbox.lab.job.JobHarness;
import dev.gearbox.lab.load.LoadHarness;
import dev.gearbox.lab.memory.MemoryHarness;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.lab.workload.Subject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Measures an experiment, fork by fork, and resumes an earlier run of it. Existing results are not measured again; an interrupted fork continues in a new
 * launch with its missing blocks. Disturbed blocks are replaced: all forks together take up to twice the announced time for that, and a later fork may use
 * what an earlier one has saved. With a set-up that does not wait for a quiet machine ({@link ChildSetup#quiet}) nothing is replaced. Arms whose comparisons are decided leave at the looks of the design ({@link Race}), and the others get their time.
 */
public final class ExperimentRun {
    /** After this many failures of a fork's JVMs, another attempt would not help. */
    private static final int TRIES = 3;

    private final Experiment experiment;
    private final Condition condition;
    private final Map<String, Subject> subjects = new LinkedHashMap<>();
    private final ChildSetup setup;
    private final Probe probe;
    private final Archive archive;
    private final ExperimentListener listener;

    /**
     * Prepares a run.
     *
     * @param experiment what to measure; its arms are the subjects by their labels, and the sentinel
     * @param condition the load, job or idle connections of the subjects
     * @param subjects the subjects to compare
     * @param setup how children are started
     * @param archive the destination of the results
     * @param listener receives the progress
     * @throws LabException if the lab cannot measure here because this is not Linux
     */
    public ExperimentRun(
            Experiment experiment,
            Condition condition,
            List<Subject> subjects,
            ChildSetup setup,
            Archive archive,
            ExperimentListener listener) {
        this.experiment = experiment.controlled(archive.experiment().control());
        this.condition = condition;
        this.setup = setup;
        this.archive = archive;
        this.listener = listener;
        this.probe = Probe.open().on(watched(condition, setup.pinning()));
        for (Subject subject : subjects) {
            this.subjects.put(subject.label(), subject);
        }
        Subject baseline = Objects.requireNonNull(this.subjects.get(experiment.baseline()), experiment.baseline());
        experiment.sentinel().ifPresent(label -> this.subjects.put(label, baseline.labelled(label)));
    }

    /**
     * Measures the missing forks and blocks.
     *
     * @param enough decides at each look but the last whether to stop, given the evidence so far
     * @return all the evidence
     * @throws LabException if a fork fails repeatedly
     * @throws InterruptedException if the thread is interrupted; the child processes have ended, and every complete block is kept
     */
    public Evidence run(Predicate<Evidence> enough) throws InterruptedException {
        return race(Race.until(enough));
    }

    /**
     * Measures the missing forks and blocks. After each look the arms whose comparisons are decided leave.
     *
     * @param race decides which arms these are
     * @return all the evidence
     * @throws LabException if a fork fails repeatedly
     * @throws InterruptedException as above
     */
    public Evidence race(Race race) throws InterruptedException {
        int forks = experiment.design().forks();
        Evidence before = archive.evidence();
        ExperimentClock clock = new ExperimentClock(
                experiment.design(),
                subjects.size(),
                forkTime(condition),
                forks
                        - (int) before.forks().stream()
                                .filter(Evidence.Fork::done)
                                .count(),
                System::nanoTime);
        RacePlan plan = new RacePlan(experiment, race, forkTime(condition), condition instanceof MemoryCell);
        for (int fork = 1; fork <= forks; fork++) {
            Evidence sofar = archive.evidence();
            if (done(sofar, fork)) {
                continue;
            }
            Optional<Experiment> part = plan.of(fork, sofar);
            if (part.isEmpty()) {
                break;
            }
            fork(fork, part.get(), clock);
            clock.forkEnds();
            listener.forkDone(archive.evidence());
        }
        return archive.evidence();
    }

    /**
     * Returns whether nothing is left to measure.
     *
     * @param evidence what was measured of an experiment
     */
    public static boolean over(Evidence evidence, Condition condition, Race race) {
        Experiment experiment = evidence.experiment();
        RacePlan plan = new RacePlan(experiment, race, forkTime(condition), condition instanceof MemoryCell);
        for (int fork = 1; fork <= experiment.design().forks(); fork++) {
            if (!done(evidence, fork)) {
                return plan.of(fork, evidence).isEmpty();
            }
        }
        return true;
    }

    /** Estimates the duration without earlier results, on a machine that does not disturb it. */
    public static Duration expected(Design design, int arms, Condition condition) {
        return ExperimentClock.expected(design, arms, forkTime(condition));
    }

    /** Estimates how long it takes at most: waiting for a quiet machine takes half as long, and with blocks in place of disturbed ones it is twice as long. */
    public static Duration longest(Design design, int arms, Condition condition) {
        Duration once = expected(design, arms, condition);
        return once.plus(design.forks() > 1 ? once : once.dividedBy(2));
    }

    /** Returns the processors on which other programs disturb the arms; empty: all. A job that fetches from no instrument leaves those of the load idle. */
    static List<Integer> watched(Condition condition, Pinning pinning) {
        return condition instanceof JobCell job && job.instrument().isEmpty()
                ? pinning.coresOfSubject()
                : pinning.cores();
    }

    private static ExperimentClock.ForkTime forkTime(Condition condition) {
        return switch (condition) {
            case Cell _ -> LoadHarness::forkSeconds;
            case JobCell cell -> JobDesigns.forkTime(cell.traced() > 0);
            case MemoryCell _ -> MemoryHarness::forkSeconds;
        };
    }

    private Harness<?> harness(Experiment part, Map<String, Subject> racing) {
        return switch (condition) {
            case Cell cell -> new LoadHarness(cell, part, setup);
            case JobCell cell -> new JobHarness(cell, racing, setup);
            case MemoryCell cell -> new MemoryHarness(cell, part, setup);
        };
    }

    /** @param part the experiment with the arms of this fork */
    private void fork(int fork, Experiment part, ExperimentClock clock) throws InterruptedException {
        Map<String, Subject> racing = new LinkedHashMap<>(subjects);
        List<String> left = RacePlan.left(experiment, part);
        racing.keySet().removeAll(left);
        boolean begun = archive.evidence().forks().stream().anyMatch(one -> one.number() == fork);
        if (!left.isEmpty() && !begun) {
            archive.append(fork, List.of(new ForkEvent.Raced(fork, left)), List.of());
        }
        for (int attempt = 1; ; attempt++) {
            Evidence.Fork so = archive.evidence().forks().stream()
                    .filter(one -> one.number() == fork)
                    .findFirst()
                    .orElse(new Evidence.Fork(fork, List.of(), Map.of()));
            int launch = so.all(ForkEvent.Launch.class).stream()
                            .mapToInt(ForkEvent.Launch::launch)
                            .max()
                            .orElse(0)
                    + 1;
            SpareTime spare = new SpareTime(setup.quiet().isPositive() ? clock.spare() : Duration.ZERO);
            BlockQueue blocks = BlockQueue.of(part, so, spare);
            clock.launches(blocks, part.design(), racing.size());
            ForkLog forkLog = new ForkLog(
                    archive,
                    fork,
                    launch,
                    what -> listener.at(new ExperimentListener.Moment(
                            fork, experiment.design().forks(), what, clock.fraction(), clock.left())));
            try {
                new ForkRun(part, condition, setup, probe, forkLog, spare).run(harness(part, racing), racing, blocks);
                return;
            } catch (ChildException failed) {
                forkLog.append(new ForkEvent.Failed(fork, launch, null, failed.reason(), failed.log()));
                if (attempt == TRIES) {
                    throw new LabException("fork " + fork + " failed " + TRIES + " times, the last time because "
                            + failed.reason() + ". The results so far are kept in " + archive.folder()
                            + "; the same command continues from there");
                }
            }
        }
    }

    private static boolean done(Evidence evidence, int fork) {
        return evidence.forks().stream().anyMatch(one -> one.number() == fork && one.done());
    }
}
