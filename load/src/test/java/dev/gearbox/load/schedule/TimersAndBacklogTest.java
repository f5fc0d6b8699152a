package dev.gearbox.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares both with a straightforward model, by random operations. */
class TimersAndBacklogTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theHeapKnowsTheEarliest(long seed) {
        var random = new SplittableRandom(seed);
        var heap = new TimerHeap(50);
        Map<Integer, Long> model = new HashMap<>();
        // Near the overflow of the clock, which must not matter.
        long origin = Long.MAX_VALUE - 500;
        for (int i = 0; i < 5_000; i++) {
            int user = random.nextInt(50);
            if (random.nextInt(3) == 0) {
                heap.cancel(user);
                model.remove(user);
            } else {
                long time = random.nextInt(1_000);
                heap.set(user, origin + time);
                model.put(user, time);
            }
            assertThat(heap.isEmpty()).isEqualTo(model.isEmpty());
            assertThat(heap.contains(user)).isEqualTo(model.containsKey(user));
            if (!model.isEmpty()) {
                long earliest = model.values().stream().min(Long::compare).orElseThrow();
                assertThat(heap.firstTime() - origin).isEqualTo(earliest);
                assertThat(model.get(heap.first())).isEqualTo(earliest);
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void theBacklogIsAQueueForEach(long seed) {
        var random = new SplittableRandom(seed);
        var backlog = new Backlog(5);
        Map<Integer, ArrayDeque<Long>> model = new HashMap<>();
        for (long time = 0; time < 20_000; time++) {
            int queue = random.nextInt(5);
            var expected = model.computeIfAbsent(queue, _ -> new ArrayDeque<>());
            assertThat(backlog.isEmpty(queue)).isEqualTo(expected.isEmpty());
            if (random.nextInt(5) < 2 && !expected.isEmpty()) {
                assertThat(backlog.take(queue)).isEqualTo(expected.removeFirst());
            } else {
                backlog.add(queue, time);
                expected.addLast(time);
            }
        }
        assertThat(backlog.size())
                .isEqualTo(model.values().stream().mapToInt(ArrayDeque::size).sum());
    }
}
