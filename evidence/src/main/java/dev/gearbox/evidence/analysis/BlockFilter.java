package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Taint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The part of an experiment that remains after removing disturbed blocks. A fork that keeps less than half of its planned blocks is dropped: a trimmed
 * mean over few blocks is mostly noise.
 *
 * @param forks that count, in order
 * @param blocks that were measured, with those in place of disturbed ones
 * @param announced the number of blocks that these forks were to give; of a fork that was interrupted, those that it measured
 * @param lacking how many of the announced blocks are missing: neither they nor blocks in their place were kept
 * @param kept the number of blocks kept, over all forks analyzed
 * @param dropped blocks by cause; a block counts once
 * @param forksDropped forks with too few blocks left
 * @param complaints the generator's own reasons in dropped blocks
 */
record BlockFilter(
        List<Kept> forks,
        int blocks,
        int announced,
        int lacking,
        int kept,
        Map<Taint, Integer> dropped,
        int forksDropped,
        List<String> complaints) {

    /**
     * A fork and its valid blocks.
     *
     * @param fork as it was measured
     * @param blocks its slices by block and arm
     */
    record Kept(Evidence.Fork fork, List<Map<String, Slice>> blocks) {
        /** Returns the slices of an arm, in order. */
        List<Slice> of(String arm) {
            return blocks.stream()
                    .flatMap(block -> Stream.ofNullable(block.get(arm)))
                    .toList();
        }
    }

    static BlockFilter of(Evidence evidence, Taint.Use use) {
        int least = least(evidence.experiment().design());
        List<Kept> forks = new ArrayList<>();
        Map<Taint, Integer> dropped = new EnumMap<>(Taint.class);
        List<String> complaints = new ArrayList<>();
        int planned = evidence.experiment().design().blocks();
        int measured = 0;
        int announced = 0;
        int lacking = 0;
        int kept = 0;
        int forksDropped = 0;
        for (Evidence.Fork fork : evidence.forks()) {
            List<Map<String, Slice>> left = new ArrayList<>();
            Collection<Map<String, Slice>> blocks = fork.blocks().values();
            measured += blocks.size();
            for (Map<String, Slice> block : blocks) {
                Optional<Taint> taint = Taint.of(block.values(), use, evidence.experiment());
                if (taint.isEmpty()) {
                    left.add(block);
                    continue;
                }
                dropped.merge(taint.get(), 1, Integer::sum);
                if (taint.get() == Taint.GENERATOR) {
                    block.values()
                            .forEach(
                                    slice -> complaints.addAll(slice.generator().reasons()));
                }
            }
            int due = Math.min(planned, blocks.size());
            announced += due;
            lacking += Math.max(0, due - left.size());
            kept += left.size();
            if (left.size() >= least) {
                forks.add(new Kept(fork, List.copyOf(left)));
            } else {
                forksDropped++;
            }
        }
        return new BlockFilter(
                List.copyOf(forks),
                measured,
                announced,
                lacking,
                kept,
                Collections.unmodifiableMap(dropped),
                forksDropped,
                List.copyOf(complaints));
    }

    /** Returns every kept slice. */
    Stream<Slice> slices() {
        return forks.stream().flatMap(fork -> fork.blocks().stream()).flatMap(block -> block.values().stream());
    }

    /** Returns whether too many of the announced blocks are missing for a conclusion. */
    boolean tooFewLeft() {
        return lacking > Quality.MOST_LACKING * announced;
    }

    /** Returns the minimum number of blocks of a fork, or of an arm in a fork: half of the planned blocks. */
    static int least(Design design) {
        return (design.blocks() + 1) / 2;
    }

    static boolean open(Experiment experiment) {
        return experiment.loop().equals(Experiment.OPEN);
    }
}
