package dev.gearbox.lab.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.Usable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BlockQueueTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Measures all blocks, each for a second; those not named count for everything. */
    private static List<Integer> measure(BlockQueue queue, Map<Integer, Usable> disturbed) {
        List<Integer> measured = new ArrayList<>();
        for (OptionalInt next = queue.next(); next.isPresent(); next = queue.next()) {
            int block = next.getAsInt();
            measured.add(block);
            queue.measured(block, disturbed.getOrDefault(block, Usable.ALL), SECOND);
        }
        return measured;
    }

    private static SpareTime spare(long seconds) {
        return new SpareTime(Duration.ofSeconds(seconds));
    }

    @Test
    void aBlockThatDoesNotCountIsReplacedAtTheEnd() {
        SpareTime spare = spare(100);
        BlockQueue queue = new BlockQueue(4, spare);

        assertThat(measure(queue, Map.of(2, Usable.NOTHING, 3, Usable.NOTHING, 5, Usable.NOTHING)))
                .containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(queue.counting()).isEqualTo(4);
        assertThat(queue.replaces(4)).isFalse();
        assertThat(queue.replaces(5)).isTrue();
        assertThat(spare.left()).as("planned blocks are free").isEqualTo(Duration.ofSeconds(97));
    }

    @Test
    void whereNothingIsDisturbedNothingIsReplaced() {
        assertThat(measure(new BlockQueue(3, spare(100)), Map.of())).containsExactly(1, 2, 3);
    }

    @Test
    void replacingEndsWithTheSpareTime() {
        Map<Integer, Usable> all = Map.of(
                1,
                Usable.NOTHING,
                2,
                Usable.NOTHING,
                3,
                Usable.NOTHING,
                4,
                Usable.NOTHING,
                5,
                Usable.NOTHING,
                6,
                Usable.NOTHING);
        assertThat(measure(new BlockQueue(2, spare(3)), all)).containsExactly(1, 2, 3, 4, 5);
        assertThat(measure(new BlockQueue(2, new SpareTime(Duration.ofMillis(900))), all))
                .as("a block takes longer than what is left")
                .containsExactly(1, 2);
        assertThat(measure(new BlockQueue(2, spare(-5)), all))
                .as("the planned blocks are measured anyway")
                .containsExactly(1, 2);
    }

    /** Times are worth replacing while more than half of the blocks have them; costs always are. */
    @Test
    void blocksWithoutTimesAreReplacedWhereTimesCanBeHad() {
        assertThat(measure(new BlockQueue(4, spare(100)), Map.of(1, Usable.COSTS, 2, Usable.COSTS)))
                .containsExactly(1, 2, 3, 4, 5, 6);
        BlockQueue hopeless = new BlockQueue(4, spare(100));
        assertThat(measure(hopeless, Map.of(1, Usable.COSTS, 2, Usable.COSTS, 3, Usable.COSTS)))
                .containsExactly(1, 2, 3, 4);
        assertThat(hopeless.counting()).as("for costs").isEqualTo(4);
        assertThat(measure(
                        new BlockQueue(4, spare(100)),
                        Map.of(1, Usable.NOTHING, 2, Usable.COSTS, 3, Usable.COSTS, 4, Usable.COSTS)))
                .containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void whatEarlierLaunchesMeasuredIsNotMeasuredAgain() {
        BlockQueue queue = new BlockQueue(4, spare(100));
        queue.earlier(1, Usable.ALL);
        queue.earlier(2, Usable.NOTHING);
        queue.earlier(4, Usable.ALL);
        queue.earlier(5, Usable.NOTHING);

        assertThat(measure(queue, Map.of())).containsExactly(3, 6);
        assertThat(queue.now()).isEqualTo(2);
        assertThat(queue.measured()).isEqualTo(6);
    }

    @Test
    void tellsHowManyBlocksAreStillToBeMeasured() {
        BlockQueue queue = new BlockQueue(4, spare(10));
        assertThat(queue.expected(1, SECOND)).isEqualTo(4);
        assertThat(queue.expected(0.5, SECOND)).isCloseTo(8, within(1e-9));
        assertThat(queue.expected(0.1, SECOND)).as("as many as the time allows").isCloseTo(14, within(1e-9));

        queue.measured(1, Usable.NOTHING, Duration.ofSeconds(5));
        assertThat(queue.expected(1, SECOND)).isEqualTo(4);
        assertThat(queue.expected(0.1, SECOND)).as("at five seconds each").isCloseTo(5, within(1e-9));
        for (int block = 2; block <= 5; block++) {
            queue.measured(block, Usable.ALL, SECOND);
        }
        assertThat(queue.expected(0.1, SECOND)).isZero();
    }
}
