package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.MadeEvidence.Point;
import org.junit.jupiter.api.Test;

class UsableTest {
    /** A block of two arms, of which the second is as given. */
    private static Usable of(MadeEvidence made, Point second) {
        Evidence evidence = made.forks(1)
                .blocks(1)
                .truth(place -> place.arm().equals("b") ? second : Point.PLAIN)
                .evidence();
        return Usable.of(evidence.forks().getFirst().slices(), evidence.experiment());
    }

    private static MadeEvidence open() {
        return MadeEvidence.of("a", "b");
    }

    @Test
    void anUndisturbedBlockCountsForAll() {
        assertThat(of(open(), Point.PLAIN)).isEqualTo(Usable.ALL);
        assertThat(of(open().closed(), Point.PLAIN)).isEqualTo(Usable.ALL);
        assertThat(of(open().jobs(), Point.PLAIN)).isEqualTo(Usable.ALL);
    }

    @Test
    void oneDisturbedSliceSpoilsTheBlock() {
        assertThat(of(open(), Point.PLAIN.foreign(0.2))).isEqualTo(Usable.NOTHING);
        assertThat(of(open().closed(), Point.PLAIN.steal(0.3))).isEqualTo(Usable.NOTHING);
    }

    @Test
    void aLittleStealSpoilsTimesAndRatesOnly() {
        assertThat(of(open(), Point.PLAIN.steal(0.1))).isEqualTo(Usable.COSTS);
        assertThat(of(open().closed(), Point.PLAIN.steal(0.1))).isEqualTo(Usable.COSTS);
        assertThat(of(open().jobs(), Point.PLAIN.steal(0.1)))
                .as("the time of a job is its result")
                .isEqualTo(Usable.NOTHING);
    }

    /** Where users wait for answers, a lag of some µs spoils their times, which carry no verdict there. */
    @Test
    void aLateGeneratorSpoilsTheTimesOfAnOpenLoop() {
        Point late = Point.PLAIN.unfit("late", 80, 0);
        assertThat(of(open(), late)).isEqualTo(Usable.COSTS);
        assertThat(of(open().closed(), late)).isEqualTo(Usable.ALL);
        assertThat(of(open().closed(), Point.PLAIN.unfit(0.9))).isEqualTo(Usable.COSTS);
    }

    /** What a slice has cost must never decide whether its block is replaced. */
    @Test
    void valuesDoNotMatter() {
        assertThat(of(open(), Point.PLAIN.cpu(1_000).rate(10).censored(500))).isEqualTo(Usable.ALL);
    }
}
