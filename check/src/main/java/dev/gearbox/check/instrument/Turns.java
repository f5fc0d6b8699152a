package dev.gearbox.check.instrument;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What two generators see of one server, one right after the other, and who is first is drawn for each pair: the machine changes from minute to
 * minute, and with it what either of them sees alone.
 */
final class Turns {
    /** One slice of one of the two. */
    @FunctionalInterface
    interface Slice<T> {
        T run() throws IOException, InterruptedException;
    }

    /** What both saw. */
    record Pair<T>(T ours, T theirs) {}

    private Turns() {}

    /** So many pairs; the same seed draws the same order. */
    static <T> List<Pair<T>> take(int count, long seed, Slice<T> ours, Slice<T> theirs)
            throws IOException, InterruptedException {
        Random random = new Random(seed);
        List<Pair<T>> pairs = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            if (random.nextBoolean()) {
                T seen = ours.run();
                pairs.add(new Pair<>(seen, theirs.run()));
            } else {
                T seen = theirs.run();
                pairs.add(new Pair<>(ours.run(), seen));
            }
        }
        return pairs;
    }
}
