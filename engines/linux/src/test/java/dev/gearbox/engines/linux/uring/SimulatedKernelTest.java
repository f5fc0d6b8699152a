package dev.gearbox.engines.linux.uring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Shutdown;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code uring} on a kernel that does whatever a kernel may. {@code -Dgearbox.seed=…} replays a failed run; {@code -Dgearbox.deep=true} runs a million steps.
 */
@Tag("deep")
class SimulatedKernelTest {
    private static final int STEPS = 2_000;
    private static final int RUNS = Boolean.getBoolean("gearbox.deep") ? 500 : 20;

    /** The result of a run, for comparison. */
    record Run(long trace, RingLedger ledger) {}

    static RingLedger play(long seed, int steps) throws InterruptedException {
        return run(seed, steps).ledger();
    }

    static Run run(long seed, int steps) throws InterruptedException {
        return run(seed, steps, new SimulatedKernel(seed));
    }

    static Run run(long seed, int steps, SimulatedKernel kernel) throws InterruptedException {
        int slots = 2 + kernel.random.nextInt(kernel.random.nextBoolean() ? 5 : 30);
        UringEngine engine = new UringEngine("uring", 1, slots, kernel);
        try {
            new UringScript(kernel, engine, slots, steps).play();
            Run run = new Run(kernel.trace, kernel.ledger);
            assertThat(engine.close(Duration.ofMinutes(1))).isEqualTo(Shutdown.GRACEFUL);
            return run;
        } catch (Throwable failure) {
            throw new AssertionError("-Dgearbox.seed=" + seed + ": " + failure.getMessage(), failure);
        } finally {
            engine.close(Duration.ZERO);
        }
    }

    @Test
    void whateverTheKernelDoesNothingIsLostAndAllComesToItsEnd() throws Exception {
        Long given = Long.getLong("gearbox.seed");
        if (given != null) {
            run(given, STEPS);
            return;
        }
        SplittableRandom seeds = new SplittableRandom();
        for (int run = 0; run < RUNS; run++) {
            run(seeds.nextLong(), STEPS);
        }
    }

    /** Found by chance: the kernel left requests while a quiet send completed, and its sender was taken for the next one. */
    @Test
    void aQuietSendThatWasAnsweredStandsForNoOther() throws Exception {
        run(2798063795870334784L, 5 * STEPS);
    }

    @Test
    void whereAResetBehindBytesWouldBeMissedNoReceiveGoesOn() throws Exception {
        for (long seed = 1; seed <= 10; seed++) {
            run(seed, STEPS, new SimulatedKernel(seed, true));
        }
    }

    @Test
    void aRingTakesNoMoreMemoryForEachCancel() throws Exception {
        SimulatedCalls calls = new SimulatedCalls(new SimulatedKernel(1));
        try (Ring ring = new Ring(calls)) {
            ring.enable();
            ring.cancel(1);
            ring.cancel(2);
        }
        assertThat(calls.cancelsInMemory()).isEqualTo(1);
    }

    @Test
    void aSeedReplays() throws Exception {
        for (long seed = 1; seed <= 3; seed++) {
            assertThat(run(seed, STEPS).trace()).isEqualTo(run(seed, STEPS).trace());
        }
    }
}
