package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Usable;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.SubjectProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The warm-up and the blocks of a fork: each arm gets a slice in turn, in random order, until it is warm and then in every block. */
record ForkBlocks(
        Experiment experiment,
        Randomization draw,
        ForkLog diary,
        ForkChildren<?> children,
        Harness.Turn turns,
        ForkQuietWait quiet) {
    private record Warming(SubjectProcess arm, WarmUp state) {}

    /** Measures blocks until the queue is empty. */
    void run(BlockQueue queue) throws ChildException, InterruptedException {
        for (OptionalInt next = queue.next(); next.isPresent(); next = queue.next()) {
            int block = next.getAsInt();
            long begun = System.nanoTime();
            List<Slice> slices = block(block, queue.replaces(block));
            queue.measured(block, Usable.of(slices, experiment), Duration.ofNanos(System.nanoTime() - begun));
            if (slices.stream().anyMatch(slice -> slice.disturbance().exceeds())) {
                quiet.await();
            }
        }
    }

    /** Loads every arm until it is warm, or its time limit is reached. */
    void warmUp() throws ChildException, InterruptedException {
        quiet.await();
        Design design = experiment.design();
        List<Warming> warming = new ArrayList<>();
        for (SubjectProcess arm : children.alive()) {
            children.attempt(
                    arm, () -> warming.add(new Warming(arm, new WarmUp(design.warmSeconds(), turns.exercise(arm)))));
        }
        for (int round = 1; !warming.isEmpty(); round++) {
            int turn = -round;
            for (Warming one : draw.order(warming, diary.fork(), turn)) {
                diary.say("warming up " + one.arm().label());
                children.attempt(one.arm(), () -> {
                    long begun = System.nanoTime();
                    Slice slice = turns.measure(one.arm(), turn, 0).slice();
                    one.state().served(slice, (System.nanoTime() - begun) / 1e9);
                });
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

    /** Measures a slice of every arm. */
    private List<Slice> block(int block, boolean replaces) throws ChildException, InterruptedException {
        List<MeasuredSlice> outcomes = new ArrayList<>();
        String which = replaces
                ? "block " + block + ", in place of a disturbed one: "
                : "block " + block + " of " + experiment.design().blocks() + ": ";
        for (SubjectProcess arm : draw.order(children.alive(), diary.fork(), block)) {
            diary.say(which + arm.label());
            children.attempt(arm, () -> outcomes.add(turns.measure(arm, block, outcomes.size() + 1)));
        }
        List<Slice> slices = outcomes.stream().map(MeasuredSlice::slice).toList();
        List<ForkEvent> entries = new ArrayList<>();
        slices.forEach(slice -> entries.add(new ForkEvent.Measured(slice)));
        entries.add(new ForkEvent.BlockDone(diary.fork(), block));
        diary.append(entries, outcomes.stream().map(MeasuredSlice::times).toList());
        return slices;
    }
}
