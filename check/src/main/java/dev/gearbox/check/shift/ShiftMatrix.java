package dev.gearbox.check.shift;

import dev.gearbox.core.Engine;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The engines, two of each kind, and how often connections went from each kind to each. Who asks where to go next is sent where the fewest have
 * gone from there: so all pairs are gone about equally often, in an order that nobody planned. From any thread.
 */
final class ShiftMatrix {
    private final List<List<Engine>> kinds;
    private final AtomicLongArray moved;
    private final AtomicLongArray refused;
    private final AtomicLong all = new AtomicLong();

    /** @param kinds for each kind its engines */
    ShiftMatrix(List<List<Engine>> kinds) {
        this.kinds = kinds;
        moved = new AtomicLongArray(kinds.size() * kinds.size());
        refused = new AtomicLongArray(kinds.size() * kinds.size());
    }

    /** Which kind this engine is; -1 if none of them. */
    int kind(Engine engine) {
        return IntStream.range(0, kinds.size())
                .filter(kind -> kinds.get(kind).contains(engine))
                .findFirst()
                .orElse(-1);
    }

    /** Another engine to go to from there. */
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

    /** How often a connection has moved. */
    long all() {
        return all.get();
    }

    /** How often one kind's connections went to each. */
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
