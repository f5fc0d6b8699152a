package dev.gearbox.lab.load;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Objective;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.fork.ForkChildren;
import dev.gearbox.lab.fork.ForkLog;
import dev.gearbox.lab.fork.ForkQuietWait;
import dev.gearbox.lab.fork.MeasuredSlice;
import dev.gearbox.lab.fork.Randomization;
import dev.gearbox.stats.RateSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The measurements of each arm of a fork that are not part of its blocks, because they would disturb them or need other loads: its system calls and, if
 * there is an objective, its highest sustainable rate.
 *
 * @param patient whether a search tries for long on a disturbed machine
 */
record ForkExtras(
        Design design,
        Randomization draw,
        ForkLog diary,
        ForkChildren<?> children,
        ArmLoad load,
        ForkQuietWait quiet,
        boolean patient) {
    /** The number of forks needed for an interval. */
    static final int COUNTED_FORKS = 3;

    /** The first block number for random choices outside blocks; there are never that many blocks. */
    private static final int COUNTS = 5_000;

    private static final int CAPACITIES = 6_000;

    private record Searching(SubjectProcess arm, CapacitySearch search) {}

    private record OnArm(SubjectProcess arm, ArmLoad load) implements CapacitySearch.Trials {
        @Override
        public CapacitySearch.Burst flatOut(double leadSeconds, double windowSeconds)
                throws ChildException, InterruptedException {
            return load.flatOut(arm, leadSeconds, windowSeconds);
        }

        @Override
        public MeasuredSlice at(double perSecond, int number, double seconds)
                throws ChildException, InterruptedException {
            return load.at(arm, CAPACITIES + number, seconds, perSecond);
        }
    }

    /** Counts system calls, in a separate slice for each arm; they hardly vary, so a few forks are enough. */
    void counts() throws ChildException, InterruptedException {
        if (diary.fork() > COUNTED_FORKS) {
            return;
        }
        Set<String> told = diary.told(ForkEvent.Counted.class, ForkEvent.Counted::arm);
        int number = COUNTS;
        for (SubjectProcess arm : draw.order(children.alive(), diary.fork(), COUNTS)) {
            int slice = ++number;
            if (!told.contains(arm.label())) {
                diary.say("counting system calls: " + arm.label());
                children.attempt(
                        arm, () -> diary.append(CallCount.of(diary.fork(), arm, load, slice, design.windowSeconds())));
            }
        }
    }

    /** Searches the highest sustainable rates: a trial of each arm in turn, until all are known. */
    void capacities() throws ChildException, InterruptedException {
        Objective objective = design.objective();
        if (objective == null) {
            return;
        }
        Set<String> told = diary.told(ForkEvent.Capacity.class, ForkEvent.Capacity::arm);
        RateSearch.Goal goal = goal(design, objective);
        List<Searching> open = new ArrayList<>();
        for (SubjectProcess arm : children.alive()) {
            if (!told.contains(arm.label())) {
                CapacitySearch search = new CapacitySearch(arm.label(), new OnArm(arm, load), objective, goal, patient);
                open.add(new Searching(arm, search));
            }
        }
        for (int round = 1; !open.isEmpty(); round++) {
            for (Searching one : draw.order(open, diary.fork(), CAPACITIES + round)) {
                if (one.search().disturbed()) {
                    quiet.await();
                }
                diary.say("highest rate with " + objective.words() + ": "
                        + one.arm().label());
                children.attempt(one.arm(), one.search()::trial);
            }
            open.removeIf(one -> !children.alive().contains(one.arm()));
            for (Searching one : List.copyOf(open)) {
                if (one.search().over()) {
                    diary.append(one.search().found(diary.fork()));
                    open.remove(one);
                }
            }
        }
    }

    /** Returns the goal of the effort; shorter if slices are very short, as in a test run of the lab itself, and longer if the objective needs it. */
    static RateSearch.Goal goal(Design design, Objective objective) {
        RateSearch.Goal usual = design.effort().equals("full") ? RateSearch.Goal.FULL : RateSearch.Goal.QUICK;
        return CapacitySearch.goal(usual, objective, 2 * design.windowSeconds());
    }
}
