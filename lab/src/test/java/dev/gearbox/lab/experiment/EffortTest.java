package dev.gearbox.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.load.LoadHarness;
import dev.gearbox.lab.memory.MemoryHarness;
import dev.gearbox.stats.Spending;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EffortTest {
    @Test
    void quickForTwoArmsIsFiveForksOfTwelveBlocksInAboutThreeAndAHalfMinutes() {
        Design design = new Effort.Quick().design(2, 0, 0.1);
        assertThat(design.forks()).isEqualTo(5);
        assertThat(design.blocks()).isEqualTo(12);
        assertThat(ExperimentClock.expected(design, 2, LoadHarness::forkSeconds))
                .isBetween(Duration.ofMinutes(3), Duration.ofMinutes(5));
    }

    @Test
    void fullLooksFourTimesAndBringsASecondBaseline() {
        Design design = new Effort.Full().design(2, 0, 0.1);
        assertThat(design.looks()).containsExactly(5, 10, 15, 20);
        assertThat(design.sentinel()).isTrue();
        assertThat(ExperimentClock.expected(design, 3, LoadHarness::forkSeconds))
                .isLessThan(Duration.ofMinutes(75));
    }

    @Test
    void quickLooksFromTheThirdForkOn() {
        assertThat(new Effort.Quick().design(2, 0, 0.1).looks()).containsExactly(3, 5);
        assertThat(new Effort.Quick().memory(2, 3, 8).looks()).containsExactly(3);
        assertThat(new Effort.Quick().jobs(List.of(0.65, 0.65), false).looks()).containsExactly(3, 5);
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 10, 30, 120})
    void untilDecidedHasAsManyForksAsFitIntoItsTime(long minutes) {
        Duration time = Duration.ofMinutes(minutes);
        for (int arms : new int[] {2, 6}) {
            Duration least =
                    ExperimentClock.expected(new Effort.Quick().design(arms, 0, 0.1), arms, LoadHarness::forkSeconds);
            if (least.compareTo(time) <= 0) {
                Design design = new Effort.UntilDecided(time).design(arms, 0, 0.1);
                Duration expected = ExperimentClock.expected(design, arms, LoadHarness::forkSeconds);
                assertThat(expected).isLessThanOrEqualTo(time);
                assertThat(design.forks()).isBetween(5, Effort.MOST_FORKS);
                assertThat(design.forks() == Effort.MOST_FORKS || expected.toSeconds() > 0.8 * time.toSeconds())
                        .isTrue();
                assertThat(design.looks()).startsWith(3, 4, 5).endsWith(design.forks());
                assertThat(design.spending()).isEqualTo(Spending.EVENLY);
            }
        }
        assertThat(new Effort.UntilDecided(time)
                        .jobs(List.of(0.65, 0.65), false)
                        .looks())
                .startsWith(3);
    }

    @Test
    void slowRequestsMakeLongerSlices() {
        assertThat(new Effort.Quick().design(2, 2, 0.1).windowSeconds()).isEqualTo(2);
        assertThat(new Effort.Quick().design(2, 2, 0.1).blocks()).isEqualTo(12);
        assertThat(new Effort.Quick().design(2, 5, 0.1).blocks()).isEqualTo(6);
        assertThat(new Effort.Quick().design(1, 10, 0.1).blocks()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 11, 16})
    void quickStaysBelowTenMinutesForEveryEngine(int arms) {
        Design design = new Effort.Quick().design(arms, 0, 0.1);
        assertThat(design.blocks()).isGreaterThanOrEqualTo(3);
        assertThat(ExperimentClock.expected(design, arms, LoadHarness::forkSeconds))
                .isLessThan(Duration.ofMinutes(10));
    }

    /** The two workloads of fan-out-gateway, with all its rows. */
    @Test
    void quickOfManyArmsWhoseAnswersTakeLongGivesUpWarmingAndThenForks() {
        Design open = new Effort.Quick().design(16, 1, 0.3);
        Design closed = new Effort.Quick().design(16, 1, 1);
        assertThat(open.forks()).isEqualTo(5);
        assertThat(open.warmSeconds()).isLessThan(4 * open.windowSeconds());
        assertThat(closed.forks()).isEqualTo(3);
        assertThat(closed.blocks()).isEqualTo(3);
        assertThat(closed.leadSeconds()).isEqualTo(1);
        assertThat(ExperimentClock.expected(open, 16, LoadHarness::forkSeconds)
                        .plus(ExperimentClock.expected(closed, 16, LoadHarness::forkSeconds)))
                .isLessThan(Duration.ofMinutes(30));
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 5, 10, 60})
    void aBudgetIsKept(long minutes) {
        Duration time = Duration.ofMinutes(minutes);
        Design design = new Effort.Budget(time).design(2, 0, 0.1);
        assertThat(ExperimentClock.expected(design, 2, LoadHarness::forkSeconds))
                .isLessThanOrEqualTo(time);
        assertThat(design.forks()).isGreaterThanOrEqualTo(5);
    }

    @Test
    void moreTimeBuysMoreAndTooLittleIsRefusedWithWhatItWouldTake() {
        Design ten = new Effort.Budget(Duration.ofMinutes(10)).design(2, 0, 0.1);
        Design hour = new Effort.Budget(Duration.ofHours(1)).design(2, 0, 0.1);
        assertThat(hour.forks() * hour.blocks()).isGreaterThan(ten.forks() * ten.blocks());
        assertThatThrownBy(() -> new Effort.Budget(Duration.ofSeconds(20)).design(4, 0, 0.1))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("budget of 20 s does not suffice for 4 arms")
                .hasMessageContaining("Give more");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.7, 1, 3})
    void theTimeThatABudgetWouldTakeSuffices(double slice) {
        LabException refused = catchThrowableOfType(
                LabException.class, () -> new Effort.Budget(Duration.ofSeconds(1)).design(3, slice, 0.3));
        Matcher needed = Pattern.compile("take about (\\d+) s\\.").matcher(String.valueOf(refused.getMessage()));
        assertThat(needed.find()).as(refused.getMessage()).isTrue();
        Design design = new Effort.Budget(Duration.ofSeconds(Long.parseLong(needed.group(1)))).design(3, slice, 0.3);
        assertThat(design.forks()).isEqualTo(5);
        assertThat(design.blocks()).isEqualTo(3);
    }

    @Test
    void jobsOfFewAreWarmAndOfManyAreFew() {
        Effort quick = new Effort.Quick();
        Design few = quick.jobs(List.of(0.65, 0.65), false);
        assertThat(few.forks()).isEqualTo(5);
        assertThat(few.blocks()).isGreaterThanOrEqualTo(3);
        assertThat(few.warmSeconds()).isGreaterThan(4 * few.windowSeconds() - 1e-9);
        assertThat(ExperimentClock.expected(few, 2, JobDesigns.forkTime(false))).isLessThanOrEqualTo(Effort.QUICK_JOBS);

        Design many = quick.jobs(Collections.nCopies(34, 0.7), false);
        assertThat(many.forks()).isGreaterThanOrEqualTo(2);
        assertThat(ExperimentClock.expected(many, 34, JobDesigns.forkTime(false)))
                .isLessThanOrEqualTo(Effort.QUICK_JOBS);

        Design traced = quick.jobs(Collections.nCopies(15, 0.2), true);
        assertThat(ExperimentClock.expected(traced, 15, JobDesigns.forkTime(true)))
                .isLessThanOrEqualTo(Effort.QUICK_JOBS)
                .isGreaterThan(ExperimentClock.expected(traced, 15, JobDesigns.forkTime(false)));

        Design full = new Effort.Full().jobs(List.of(0.65, 0.65), false);
        assertThat(full.sentinel()).isTrue();
        assertThat(full.looks()).containsExactly(5, 20);
        assertThatThrownBy(() -> new Effort.Budget(Duration.ofSeconds(20)).jobs(List.of(10.0, 10.0), false))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith(
                        "a budget of 20 s does not suffice for 2 arms: three forks of a block take about ");
    }

    @Test
    void memoryHasABlockForEachNumberOfConnections() {
        Design quick = new Effort.Quick().memory(5, 3, 8);
        assertThat(quick.forks()).isEqualTo(3);
        assertThat(quick.blocks()).isEqualTo(3);
        assertThat(quick.windowSeconds()).isEqualTo(8);
        assertThat(quick.sentinel()).isFalse();
        assertThat(new Effort.Full().memory(5, 4, 8).forks()).isEqualTo(5);

        Duration time = Duration.ofMinutes(6);
        Design budget = new Effort.Budget(time).memory(2, 3, 8);
        assertThat(budget.forks()).isEqualTo(5);
        assertThat(ExperimentClock.expected(budget, 2, MemoryHarness::forkSeconds))
                .isLessThanOrEqualTo(time);
        assertThatThrownBy(() -> new Effort.Budget(Duration.ofSeconds(20)).memory(2, 3, 8))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith(
                        "a budget of 20 s does not suffice for 2 arms: two forks of 3 numbers of connections take about 132 s");
    }
}
