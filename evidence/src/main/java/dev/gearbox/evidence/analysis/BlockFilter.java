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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The part of an experiment that remains after removing disturbed blocks and, for times and rates, slices whose generator was not fit. A fork that keeps less
 * than half of its planned blocks is dropped: a trimmed mean over few blocks is mostly noise.
 *
 * @param use what its blocks are fit for
 * @param all the forks, in order, with the blocks that are left of each
 * @param forks those that count
 * @param blocks that were measured, with those in place of disturbed ones
 * @param announced the number of blocks that these forks were to give; of a fork that was interrupted, those that it measured
 * @param lacking how many of the announced blocks are missing: neither they nor blocks in their place were kept
 * @param kept the number of blocks kept, over all forks analyzed
 * @param dropped blocks by cause; a block counts once
 * @param complaints the generator's own reasons in dropped blocks and slices
 */
record BlockFilter(
        Taint.Use use,
        List<Kept> all,
        List<Kept> forks,
        int blocks,
        int announced,
        int lacking,
        int kept,
        Map<Taint, Integer> dropped,
        List<String> complaints) {

    /**
     * A fork and its valid blocks.
     *
     * @param fork as it was measured
     * @param measured the arms of each of its blocks, before any was removed
     * @param blocks its slices by block and arm; a slice that was removed is missing
     */
    record Kept(Evidence.Fork fork, List<Set<String>> measured, List<Map<String, Slice>> blocks) {
        /** Returns the slices of an arm, in order. */
        List<Slice> of(String arm) {
            return blocks.stream()
                    .flatMap(block -> Stream.ofNullable(block.get(arm)))
                    .toList();
        }

        /** Returns the same fork with the blocks in which both arms have a slice. */
        Kept both(String arm, String other) {
            List<Map<String, Slice>> both = blocks.stream()
                    .filter(block -> block.containsKey(arm) && block.containsKey(other))
                    .toList();
            return new Kept(fork, measured, both);
        }

        /** Returns the number of blocks in which both arms were measured. */
        private int measured(String arm, String other) {
            return (int) measured.stream()
                    .filter(arms -> arms.contains(arm) && arms.contains(other))
                    .count();
        }
    }

    /** Returns the blocks that are fit for costs; if too few are, those fit for costs beside other programs, if these are enough. */
    static BlockFilter ofCostsBesideOthers(Evidence evidence) {
        BlockFilter undisturbed = of(evidence, Taint.Use.COST);
        if (!undisturbed.tooFewLeft()) {
            return undisturbed;
        }
        BlockFilter beside = of(evidence, Taint.Use.COST_BESIDE_OTHERS);
        return beside.tooFewLeft() ? undisturbed : beside;
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
        for (Evidence.Fork fork : evidence.forks()) {
            List<Map<String, Slice>> left = new ArrayList<>();
            List<Set<String>> arms = new ArrayList<>();
            Collection<Map<String, Slice>> blocks = fork.blocks().values();
            measured += blocks.size();
            for (Map<String, Slice> block : blocks) {
                arms.add(Set.copyOf(block.keySet()));
                Optional<Taint> taint = Taint.ofWhole(block.values(), use, evidence.experiment());
                Map<String, Slice> fit = new LinkedHashMap<>(block);
                fit.values().removeIf(slice -> Taint.drops(slice, use, evidence.experiment()));
                if (taint.isEmpty() && !fit.isEmpty()) {
                    left.add(fit);
                } else {
                    dropped.merge(taint.orElse(Taint.GENERATOR), 1, Integer::sum);
                }
                if (taint.orElse(Taint.GENERATOR) == Taint.GENERATOR) {
                    block.values().stream()
                            .filter(slice -> taint.isPresent() || !fit.containsKey(slice.arm()))
                            .forEach(
                                    slice -> complaints.addAll(slice.generator().reasons()));
                }
            }
            int due = Math.min(planned, blocks.size());
            announced += due;
            lacking += Math.max(0, due - left.size());
            kept += left.size();
            forks.add(new Kept(fork, List.copyOf(arms), List.copyOf(left)));
        }
        return new BlockFilter(
                use,
                List.copyOf(forks),
                forks.stream().filter(fork -> fork.blocks().size() >= least).toList(),
                measured,
                announced,
                lacking,
                kept,
                Collections.unmodifiableMap(dropped),
                List.copyOf(complaints));
    }

    /** Returns every kept slice. */
    Stream<Slice> slices() {
        return forks.stream().flatMap(fork -> fork.blocks().stream()).flatMap(block -> block.values().stream());
    }

    /** Returns how many cores other programs kept busy in the kept slices, at the median, if these are fit for no more than costs beside them. */
    OptionalDouble foreignCores() {
        return use == Taint.Use.COST_BESIDE_OTHERS
                ? OptionalDouble.of(Inspection.median(
                        slices().mapToDouble(slice -> slice.disturbance().foreignCores())))
                : OptionalDouble.empty();
    }

    /** Returns how many forks were dropped because too few blocks are left of them. */
    int forksDropped() {
        return all.size() - forks.size();
    }

    /** Returns whether too many of the announced blocks are missing for a conclusion. */
    boolean tooFewLeft() {
        return lacking > Quality.MOST_LACKING * announced;
    }

    /** Returns whether too many of the blocks in which both arms were measured are missing for a comparison of the two. */
    boolean tooFewLeft(String arm, String other, Design design) {
        int due = 0;
        int missing = 0;
        for (Kept fork : all) {
            int ofFork = Math.min(design.blocks(), fork.measured(arm, other));
            due += ofFork;
            missing += Math.max(0, ofFork - fork.both(arm, other).blocks().size());
        }
        return missing > Quality.MOST_LACKING * due;
    }

    /** Returns the number of blocks that count for a comparison of two arms. */
    int kept(String arm, String other) {
        return all.stream()
                .mapToInt(fork -> fork.both(arm, other).blocks().size())
                .sum();
    }

    /** Returns the minimum number of blocks of a fork, or of an arm in a fork: half of the planned blocks. */
    static int least(Design design) {
        return (design.blocks() + 1) / 2;
    }

    static boolean open(Experiment experiment) {
        return experiment.loop().equals(Experiment.OPEN);
    }
}
