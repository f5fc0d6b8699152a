package dev.gearbox.evidence;

import java.util.List;
import java.util.Map;

/**
 * All that an experiment's folder holds, as it was written.
 *
 * @param experiment what was to be measured
 * @param forks what was, in order of their numbers
 * @param damage lines and files that could not be read and were set aside, each in a sentence
 */
public record Evidence(Experiment experiment, List<Fork> forks, List<String> damage) {
    /** Copies the lists. */
    public Evidence {
        forks = List.copyOf(forks);
        damage = List.copyOf(damage);
    }

    /**
     * One fork.
     *
     * @param number from 1
     * @param entries its diary, without the slices of blocks that were cut off
     * @param times the histograms of each slice
     */
    public record Fork(int number, List<ForkEvent> entries, Map<Key, TimeHistograms> times) {
        /** Copies the collections. */
        public Fork {
            entries = List.copyOf(entries);
            times = Map.copyOf(times);
        }

        /** Its slices, in the order in which they were measured. */
        public List<Slice> slices() {
            return all(ForkEvent.Measured.class).stream()
                    .map(ForkEvent.Measured::slice)
                    .toList();
        }

        /** The entries of a kind. */
        public <E extends ForkEvent> List<E> all(Class<E> kind) {
            return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
        }

        /** The times of a slice. */
        public TimeHistograms times(Slice slice) {
            return times.getOrDefault(new Key(slice.block(), slice.arm()), new TimeHistograms(Map.of()));
        }

        /** Whether all its blocks are there. */
        public boolean done() {
            return entries.stream().anyMatch(ForkEvent.ForkDone.class::isInstance);
        }
    }

    /**
     * Names a slice within its fork.
     *
     * @param block from 1
     * @param arm the label
     */
    public record Key(int block, String arm) {}
}
