package dev.gearbox.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Plans;
import dev.gearbox.load.plan.Program;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.Step;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PauseLengthsTest {
    private static final int DRAWS = 10_000;
    private static final long MILLI = 1_000_000;

    @Test
    void aPauseOfARangeIsDrawnUniformlyFromIt() {
        long[] drawn = draw(new Step.Pause(Duration.ofMillis(800), Duration.ofMillis(1200)), 1);
        assertThat(LongStream.of(drawn).summaryStatistics()).satisfies(summary -> {
            assertThat(summary.getMin()).isGreaterThanOrEqualTo(800 * MILLI);
            assertThat(summary.getMax()).isLessThanOrEqualTo(1200 * MILLI);
        });
        for (int quarter = 0; quarter < 4; quarter++) {
            long from = (800 + 100 * quarter) * MILLI;
            assertThat(LongStream.of(drawn)
                            .filter(nanos -> nanos >= from && nanos < from + 100 * MILLI)
                            .count())
                    .as("of %d draws, in a quarter of the range from %d ns", DRAWS, from)
                    .isBetween(DRAWS / 5L, DRAWS * 3L / 10);
        }
    }

    @Test
    void theSeedDeterminesTheLengths() {
        Step.Pause pause = new Step.Pause(Duration.ofMillis(1), Duration.ofMillis(2));
        assertThat(draw(pause, 1)).isEqualTo(draw(pause, 1)).isNotEqualTo(draw(pause, 2));
    }

    @Test
    void aPauseWithOneLengthIsAlwaysAsLong() {
        assertThat(draw(Step.Pause.of(Duration.ofSeconds(1)), 1)).containsOnly(1000 * MILLI);
    }

    private static long[] draw(Step.Pause pause, long seed) {
        Program program = Program.compile(
                Script.of(Plans.CONNECT, Step.Repeat.forever(Plans.send("hello"), Plans.ECHO, pause)),
                new Arrivals.Closed(1));
        int pc = IntStream.range(0, program.length())
                .filter(at -> program.op(at) == Program.PAUSE)
                .findFirst()
                .orElseThrow();
        PauseLengths pauses = new PauseLengths(program, seed);
        return LongStream.range(0, DRAWS).map(_ -> pauses.next(pc)).toArray();
    }
}
