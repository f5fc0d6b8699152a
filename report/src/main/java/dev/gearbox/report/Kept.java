package dev.gearbox.report;

import dev.gearbox.evidence.Entry;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Slice.Disturbance;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The slices that a picture of raw times is drawn from: those of whole blocks in which nothing was disturbed and the
 * generator was fit. Figures do not come from here: they come from the findings.
 *
 * @param slices in order of forks and time
 * @param clean false: no block was clean, so these are all there are
 */
record Kept(List<Slice> slices, boolean clean) {
    static Kept of(Evidence evidence) {
        List<Slice> whole = evidence.forks().stream()
                .flatMap(fork -> {
                    Set<Integer> done = fork.all(Entry.BlockDone.class).stream()
                            .map(Entry.BlockDone::block)
                            .collect(Collectors.toSet());
                    return fork.slices().stream().filter(slice -> done.contains(slice.block()));
                })
                .toList();
        Set<Block> spoilt =
                whole.stream().filter(slice -> !clean(slice)).map(Block::of).collect(Collectors.toSet());
        List<Slice> kept = whole.stream()
                .filter(slice -> !spoilt.contains(Block.of(slice)))
                .toList();
        return kept.isEmpty() ? new Kept(whole, false) : new Kept(kept, true);
    }

    private static boolean clean(Slice slice) {
        return slice.disturbance().foreignCores() <= Disturbance.FOREIGN
                && slice.disturbance().steal() <= Disturbance.STEAL
                && slice.generator().fit();
    }

    private record Block(int fork, int number) {
        static Block of(Slice slice) {
            return new Block(slice.fork(), slice.block());
        }
    }
}
