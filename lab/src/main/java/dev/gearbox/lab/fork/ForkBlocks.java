package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.SubjectProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The warm-up and the blocks of a fork: each arm gets a slice in turn, in random order, until it is warm and then in every block. */
record ForkBlocks(
        Design design,
        Randomization draw,
        ForkLog diary,
        ForkChildren<?> children,
        Harness.Turn turns,
        ForkQuietWait quiet) {
    private record Warming(SubjectProcess arm, WarmUp state) {}

    /** Measures all blocks except those that an earlier launch has measured. */
    void run(Set<Integer> done) throws ChildException, InterruptedException {
        for (int block = 1; block <= design.blocks(); block++) {
            if (!done.contains(block)) {
                block(block);
            }
        }
    }

    /** Loads every arm until it is warm, or its time limit is reached. */
    void warmUp() throws ChildException, InterruptedException {
        quiet.await();
        List<Warming> warming = new ArrayList<>();
        children.alive().forEach(arm -> warming.add(new Warming(arm, new WarmUp(design.warmSeconds()))));
        for (int round = 1; !warming.isEmpty(); round++) {
            int turn = -round;
            for (Warming one : draw.order(warming, diary.fork(), turn)) {
                diary.say("warming up " + one.arm().label());
                children.attempt(
                        one.arm(),
                        () -> one.state()
                                .served(turns.measure(one.arm(), turn, 0).slice()));
            }
            warming.removeIf(one -> !children.alive().contains(one.arm()));
            for (Warming one : List.copyOf(warming)) {
                if (one.state().over(design.leadSeconds() + design.windowSeconds())) {
                    diary.append(warmed(one));
                    warming.remove(one);
                }
            }
        }
    }

    private ForkEvent warmed(Warming one) {
        String missing = one.state().missing();
        return new ForkEvent.Warmed(
                diary.fork(),
                diary.launch(),
                one.arm().label(),
                one.state().seconds(),
                one.state().requests(),
                missing.isEmpty(),
                missing);
    }

    /** Measures a slice of every arm; if one of them was disturbed, waits for a quiet machine before the next block. */
    private void block(int block) throws ChildException, InterruptedException {
        List<ForkEvent> entries = new ArrayList<>();
        List<TimeHistograms> times = new ArrayList<>();
        int position = 0;
        for (SubjectProcess arm : draw.order(children.alive(), diary.fork(), block)) {
            int place = ++position;
            diary.say("block " + block + " of " + design.blocks() + ": " + arm.label());
            children.attempt(arm, () -> {
                MeasuredSlice outcome = turns.measure(arm, block, place);
                entries.add(new ForkEvent.Measured(outcome.slice()));
                times.add(outcome.times());
            });
        }
        entries.add(new ForkEvent.BlockDone(diary.fork(), block));
        diary.append(entries, times);
        boolean spoilt = entries.stream()
                .anyMatch(entry -> entry instanceof ForkEvent.Measured(Slice slice)
                        && slice.disturbance().exceeds());
        if (spoilt) {
            quiet.await();
        }
    }
}
