package dev.gearbox.check.shift;

import dev.gearbox.core.Engine;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Chooses the engines that connections are shifted to: two of each kind. The next target is the kind that the fewest connections have been shifted to
 * from there, so all pairs occur about equally often, in an unplanned order. Counts the shifts for each pair. Thread-safe.
 */
final class ShiftMatrix {
    private final List<List<Engine>> kinds;
    private final AtomicLongArray moved;
    private final AtomicLongArray refused;
    private final AtomicLong all = new AtomicLong();

    /**
     * @param kinds the engines of each kind
     */
    ShiftMatrix(List<List<Engine>> kinds) {
        this.kinds = kinds;
        moved = new AtomicLongArray(kinds.size() * kinds.size());
        refused = new AtomicLongArray(kinds.size() * kinds.size());
    }

    /** Returns the kind of this engine; -1 if none of them. */
    int kind(Engine engine) {
        return IntStream.range(0, kinds.size())
                .filter(kind -> kinds.get(kind).contains(engine))
                .findFirst()
                .orElse(-1);
    }

    /** Returns another engine to shift to from there. */
    Engine next(Engine from, RandomGenerator random) {
        int source = kind(from);
        int target = random.nextInt(kinds.size());
        for (int step = 0, start = target; step < kinds.size(); step++) {
            int candidate = (start + step) % kinds.size();
            if (moved.get(cell(source, candidate)) < moved.get(cell(source, target))) {
                target = candidate;
            }
        }
        List<Engine> there = kinds.get(target).stream()
                .filter(engine -> !engine.equals(from))
                .toList();
        return there.get(random.nextInt(there.size()));
    }

    void moved(Engine from, Engine to) {
        moved.incrementAndGet(cell(kind(from), kind(to)));
        all.incrementAndGet();
    }

    void refused(Engine from, Engine to) {
        refused.incrementAndGet(cell(kind(from), kind(to)));
    }

    private int cell(int source, int target) {
        return source * kinds.size() + target;
    }

    /** Returns the number of shifts. */
    long all() {
        return all.get();
    }

    /** Returns the number of shifts from one kind to each. */
    List<List<Long>> table() {
        return IntStream.range(0, kinds.size())
                .mapToObj(source -> IntStream.range(0, kinds.size())
                        .mapToObj(target -> moved.get(cell(source, target)))
                        .toList())
                .toList();
    }

    long refused() {
        return IntStream.range(0, refused.length()).mapToLong(refused::get).sum();
    }
}
