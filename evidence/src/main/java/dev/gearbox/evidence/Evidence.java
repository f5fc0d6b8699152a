package dev.gearbox.evidence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The complete contents of an experiment's folder, as written.
 *
 * @param experiment the parameters of the measurement
 * @param forks the measured forks, ordered by number
 * @param damage lines and files that could not be read and were set aside, one sentence each
 */
public record Evidence(Experiment experiment, List<Fork> forks, List<String> damage) {
    /** Copies the lists. */
    public Evidence {
        forks = List.copyOf(forks);
        damage = List.copyOf(damage);
    }

    /**
     * Returns the evidence on two arms alone, from the forks in which both took part. What disturbed only slices of other arms, or a generator that only
     * another arm kept too busy, is none of theirs.
     *
     * @throws EvidenceException if one of them is missing
     */
    public Evidence between(String arm, String baseline) {
        Experiment pair = experiment.between(arm, baseline);
        Set<String> labels = pair.arms().stream().map(Arm::label).collect(Collectors.toSet());
        return new Evidence(
                pair,
                forks.stream()
                        .filter(fork -> fork.races(arm) && fork.races(baseline))
                        .map(fork -> fork.of(labels))
                        .toList(),
                damage);
    }

    /** Returns the evidence of the first forks alone: what a look after that number of forks has seen. */
    public Evidence first(int number) {
        return new Evidence(
                experiment,
                forks.stream().filter(fork -> fork.number() <= number).toList(),
                damage);
    }

    /**
     * One fork.
     *
     * @param number from 1
     * @param entries its log entries, without the slices of incomplete blocks
     * @param times the histograms of each slice
     */
    public record Fork(int number, List<ForkEvent> entries, Map<Key, TimeHistograms> times) {
        /** Copies the collections. */
        public Fork {
            entries = List.copyOf(entries);
            times = Map.copyOf(times);
        }

        private Fork of(Set<String> arms) {
            return new Fork(
                    number,
                    entries.stream()
                            .filter(entry ->
                                    !(entry instanceof ForkEvent.Measured(Slice slice)) || arms.contains(slice.arm()))
                            .toList(),
                    times);
        }

        /** Returns its slices, in the order in which they were measured. */
        public List<Slice> slices() {
            return all(ForkEvent.Measured.class).stream()
                    .map(ForkEvent.Measured::slice)
                    .toList();
        }

        /** Returns the slices of each block by arm, the blocks by number. */
        public SortedMap<Integer, Map<String, Slice>> blocks() {
            SortedMap<Integer, Map<String, Slice>> blocks = new TreeMap<>();
            for (Slice slice : slices()) {
                blocks.computeIfAbsent(slice.block(), _ -> new LinkedHashMap<>())
                        .put(slice.arm(), slice);
            }
            return blocks;
        }

        /** Returns the entries of a type. */
        public <E extends ForkEvent> List<E> all(Class<E> kind) {
            return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
        }

        /** Returns the times of a slice. */
        public TimeHistograms times(Slice slice) {
            return times.getOrDefault(new Key(slice.block(), slice.arm()), new TimeHistograms(Map.of()));
        }

        /** Returns whether an arm takes part: unless its comparison was decided before. */
        public boolean races(String arm) {
            return all(ForkEvent.Raced.class).stream()
                    .noneMatch(raced -> raced.left().contains(arm));
        }

        /** Returns whether all its blocks are present. */
        public boolean done() {
            return entries.stream().anyMatch(ForkEvent.ForkDone.class::isInstance);
        }
    }

    /**
     * Identifies a slice within its fork.
     *
     * @param block from 1
     * @param arm the label
     */
    public record Key(int block, String arm) {}
}
