package dev.gearbox.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Usable;
import dev.gearbox.lab.fork.BlockQueue;
import dev.gearbox.lab.fork.SpareTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In simulated time: forks with an overhead of ten seconds and twelve blocks of two seconds, as announced. */
class ExperimentClockTest {
    private static final double OVERHEAD = 10;
    private static final double BLOCK = 2;
    private static final int FORKS = 5;
    private static final Experiment EXPERIMENT = new TestExperiment(FORKS, 12, "echo", "also-echo").experiment();
    private static final double ANNOUNCED = FORKS * (OVERHEAD + 12 * BLOCK);

    private double now;
    private final ExperimentClock clock = new ExperimentClock(
            EXPERIMENT.design(),
            2,
            (design, _) -> OVERHEAD + BLOCK * design.blocks(),
            FORKS,
            () -> Math.round(1e9 * now));

    /** What the clock said at a moment. */
    private record Said(int fork, double at, double left, double fraction) {}

    /** Runs all forks; of the blocks this share does not count, and all takes longer than announced by a factor. */
    private List<Said> run(double disturbed, double factor, long seed) {
        Random random = new Random(seed);
        List<Said> said = new ArrayList<>();
        for (int fork = 1; fork <= FORKS; fork++) {
            SpareTime spare = new SpareTime(clock.spare());
            BlockQueue queue = BlockQueue.of(EXPERIMENT, new Evidence.Fork(fork, List.of(), Map.of()), spare);
            clock.launches(queue, EXPERIMENT.design(), 2);
            now += OVERHEAD * factor;
            for (OptionalInt next = queue.next(); next.isPresent(); next = queue.next()) {
                said.add(new Said(fork, now, clock.left().toMillis() / 1e3, clock.fraction()));
                now += BLOCK * factor;
                queue.measured(
                        next.getAsInt(),
                        random.nextDouble() < disturbed ? Usable.NOTHING : Usable.ALL,
                        Duration.ofMillis(Math.round(1e3 * BLOCK * factor)));
            }
            clock.forkEnds();
        }
        return said;
    }

    /** Not always: which blocks will be disturbed is chance, most of all if it is every second one. */
    @ParameterizedTest
    @CsvSource({"0, 1, 0.99", "0, 1.2, 0.99", "0.1, 1, 0.9", "0.25, 1, 0.9", "0.5, 1, 0.8", "0.9, 1, 0.9"})
    void theTimeLeftIsRightWithinAFifth(double disturbed, double factor, double least) {
        int right = 0;
        int all = 0;
        for (long seed = 0; seed < 50; seed++) {
            List<Said> said = new ExperimentClockTest().run(disturbed, factor, seed);
            double end = said.getLast().at() + BLOCK * factor;
            for (Said one : said) {
                // The first blocks of a run tell too little, unless nothing is disturbed.
                if (one.fork() > 1 || disturbed == 0) {
                    double left = end - one.at();
                    right += Math.abs(one.left() - left) <= 0.2 * left + 2 * BLOCK ? 1 : 0;
                    all++;
                }
            }
        }
        assertThat((double) right / all).as("%s of %s", right, all).isGreaterThan(least);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.25, 0.5, 1})
    void aRunTakesAtMostTwiceTheAnnouncedTime(double disturbed) {
        List<Said> said = run(disturbed, 1, 1);

        assertThat(now).isLessThanOrEqualTo(2 * ANNOUNCED);
        assertThat(said).extracting(Said::fraction).isSorted().allMatch(fraction -> fraction >= 0 && fraction <= 1);
        if (disturbed == 1) {
            assertThat(now).as("it went on as long as it may").isGreaterThan(2 * ANNOUNCED - FORKS * BLOCK);
        }
    }

    @Test
    void aForkMayUseWhatEarlierOnesHaveSaved() {
        assertThat(clock.spare()).isEqualTo(Duration.ofSeconds(34));
        now += 34;
        clock.forkEnds();
        assertThat(clock.spare()).isEqualTo(Duration.ofSeconds(68));
        now += 34 + 40;
        clock.forkEnds();
        assertThat(clock.spare()).isEqualTo(Duration.ofSeconds(62));
        now += 20;
        assertThat(clock.spare()).as("for another launch of this fork").isEqualTo(Duration.ofSeconds(42));
    }
}
