package dev.gearbox.lab.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.Slice;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static Slice slice(double cpuMicrosPerRequest, @Nullable Double jitMillis) {
        return new Slice(
                1,
                1,
                -1,
                0,
                "a",
                1,
                Instant.EPOCH,
                new Slice.Requests(1, 1000, 1000, 1000, 0, 0, 0, 0, 1, 0, Map.of()),
                new Slice.ResourceUse(cpuMicrosPerRequest * 1000, 0, null, null, null, jitMillis, null, 1, 1),
                new Slice.Disturbance(0, 0, 0),
                new Slice.GeneratorLag(true, List.of(), 0, 0, 0, 0));
    }

    private static WarmUp after(double mostSeconds, Slice... slices) {
        WarmUp warmUp = new WarmUp(mostSeconds, Harness.Exercise.NONE);
        for (Slice slice : slices) {
            warmUp.served(slice, 1.1);
        }
        return warmUp;
    }

    @Test
    void isWarmWhenTheCompilersAreQuietAndTheCostStands() {
        WarmUp warm = after(30, slice(20, 400.0), slice(10, 5.0), slice(10.2, 2.0), slice(10, 0.0), slice(9.9, 0.0));
        assertThat(warm.missing()).isEmpty();
        assertThat(warm.over(1)).isTrue();
        assertThat(warm.requests()).isEqualTo(5000);
    }

    @Test
    void isNotWarmWhileItCompiles() {
        WarmUp cold = after(30, slice(10, 0.0), slice(10, 0.0), slice(10, 0.0), slice(10, 120.0));
        assertThat(cold.missing()).contains("JIT").contains("12 %");
        assertThat(cold.over(1)).isFalse();
    }

    @Test
    void isNotWarmWhileItsCostFalls() {
        WarmUp cold = after(30, slice(20, 0.0), slice(18, 0.0), slice(14, 0.0), slice(12, 0.0));
        assertThat(cold.missing()).contains("still changed by -32 %");
    }

    /** Its cost has no trend that matters: more was compiled before than all slices could. */
    @Test
    void anExercisedArmIsWarmWhenItsCompilersAreQuiet() {
        WarmUp warmUp = new WarmUp(8, new Harness.Exercise(4, true));
        assertThat(warmUp.missing()).isEqualTo("only 0 slices were served");
        warmUp.served(slice(20, 120.0), 1.1);
        assertThat(warmUp.missing()).contains("JIT");
        assertThat(warmUp.over(1)).isFalse();
        warmUp.served(slice(10, 2.0), 1.1);
        assertThat(warmUp.missing()).isEmpty();
        assertThat(warmUp.over(1)).isTrue();
    }

    @Test
    void theExerciseCountsAsTime() {
        WarmUp warmUp = new WarmUp(8, new Harness.Exercise(4, false));
        for (int slices = 1; slices <= 4; slices++) {
            assertThat(warmUp.over(1)).as("after %d slices", slices - 1).isFalse();
            warmUp.served(slice(10, 500.0), 1.1);
        }
        assertThat(warmUp.over(1)).isTrue();
        assertThat(warmUp.missing()).contains("JIT");
    }

    @Test
    void aSubjectThatTellsNothingIsJudgedByItsCost() {
        assertThat(after(30, slice(10, null), slice(10, null), slice(10, null), slice(10, null))
                        .missing())
                .isEmpty();
    }

    @Test
    void theTimeIsUpBeforeAnotherSliceWouldExceedIt() {
        assertThat(after(3, slice(10, 0.0), slice(10, 0.0)).over(1)).isFalse();
        WarmUp late = after(3, slice(10, 0.0), slice(10, 0.0), slice(10, 0.0));
        assertThat(late.over(1)).isTrue();
        assertThat(late.missing()).isEqualTo("only 3 slices were served");
    }

    /** Its results are compared between its units, which takes longer than the units. */
    @Test
    void aJobIsRepeatedWhileTheTimeAroundItLasts() {
        Slice job = job(0.03);
        WarmUp warmUp = new WarmUp(1, Harness.Exercise.NONE);
        int jobs = 0;
        do {
            warmUp.served(job, 0.15);
            jobs++;
        } while (!warmUp.over(0.4));
        assertThat(jobs).isEqualTo(6);
        assertThat(warmUp.seconds()).isCloseTo(0.18, within(1e-9));

        WarmUp slow = new WarmUp(1, Harness.Exercise.NONE);
        slow.served(job, 2.1);
        assertThat(slow.over(0.4)).isTrue();
    }

    /** Its compilers are busy all the time. */
    private static Slice job(double seconds) {
        Slice load = slice(10, 500.0);
        return new Slice(
                1,
                1,
                -1,
                0,
                "a",
                1,
                Instant.EPOCH,
                new Slice.Requests(seconds, 1000, 1000, 1000, 0, 0, 0, 0, 1, 0, Map.of()),
                load.cost(),
                load.disturbance(),
                load.generator(),
                new Slice.Job(seconds * 1000, 0, 1000, 1000, 1, 1, null, null));
    }
}
