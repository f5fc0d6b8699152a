package dev.gearbox.core.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Cancellable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Compares the heap of timers with the simplest correct implementation: a list. */
class TimerQueueTest {
    private record Expected(long deadline, int number, Cancellable handle) {}

    @RepeatedTest(20)
    void firesLikeASortedList() {
        String given = System.getProperty("gearbox.seed", "");
        long seed = given.isBlank() ? System.nanoTime() : Long.parseLong(given);
        SplittableRandom random = new SplittableRandom(seed);
        TimerQueue queue = new TimerQueue();
        List<Expected> oracle = new ArrayList<>();
        List<Integer> fired = new ArrayList<>();
        long past = System.nanoTime() - 1_000;
        for (int number = 0; number < 500; number++) {
            if (random.nextInt(3) > 0 || oracle.isEmpty()) {
                // Only a few deadlines, so that many are equal; all due, or due in an hour.
                long deadline = past - random.nextInt(40) + (random.nextInt(4) == 0 ? 3_600_000_000_000L : 0);
                int mine = number;
                oracle.add(new Expected(deadline, number, queue.add(deadline, () -> fired.add(mine))));
            } else {
                Expected gone = oracle.remove(random.nextInt(oracle.size()));
                gone.handle().cancel();
                gone.handle().cancel();
            }
        }
        List<Integer> expected = oracle.stream()
                .filter(each -> each.deadline() <= past)
                .sorted(Comparator.comparingLong(Expected::deadline).thenComparingInt(Expected::number))
                .map(Expected::number)
                .toList();
        queue.runDue();
        assertThat(fired).as("-Dgearbox.seed=" + seed).isEqualTo(expected);
        assertThat(queue.size()).isEqualTo(oracle.size() - expected.size());
        assertThat(queue.delay()).isPositive();
        oracle.forEach(each -> each.handle().cancel());
        assertThat(queue.size()).isZero();
        assertThat(queue.delay()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatATaskAddsWaitsForTheNextCallEvenIfItIsDue() {
        TimerQueue queue = new TimerQueue();
        List<String> fired = new ArrayList<>();
        queue.add(System.nanoTime(), () -> {
            fired.add("first");
            queue.add(System.nanoTime() - 1_000_000, () -> fired.add("second"));
        });
        queue.runDue();
        assertThat(fired).containsExactly("first");
        assertThat(queue.delay()).isZero();
        queue.runDue();
        assertThat(fired).containsExactly("first", "second");
    }

    @Test
    void aTaskMayCancelAnotherThatIsDue() {
        TimerQueue queue = new TimerQueue();
        List<String> fired = new ArrayList<>();
        Cancellable[] other = new Cancellable[1];
        long now = System.nanoTime();
        queue.add(now - 2, () -> other[0].cancel());
        other[0] = queue.add(now - 1, () -> fired.add("cancelled"));
        queue.runDue();
        assertThat(fired).isEmpty();
    }
}
