package dev.gearbox.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.data.LabException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EffortTest {
    @Test
    void quickForTwoArmsIsFiveForksOfTwelveBlocksInAboutThreeAndAHalfMinutes() {
        Design design = new Effort.Quick().design(2, 0);
        assertThat(design.forks()).isEqualTo(5);
        assertThat(design.blocks()).isEqualTo(12);
        assertThat(ExperimentClock.expected(design, 2, false)).isBetween(Duration.ofMinutes(3), Duration.ofMinutes(5));
    }

    @Test
    void fullLooksFourTimesAndBringsASecondBaseline() {
        Design design = new Effort.Full().design(2, 0);
        assertThat(design.looks()).containsExactly(5, 10, 15, 20);
        assertThat(design.sentinel()).isTrue();
        assertThat(ExperimentClock.expected(design, 3, false)).isLessThan(Duration.ofMinutes(75));
    }

    @Test
    void slowRequestsMakeLongerSlices() {
        assertThat(new Effort.Quick().design(2, 2).windowSeconds()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 11, 16})
    void quickStaysBelowTenMinutesForEveryEngine(int arms) {
        Design design = new Effort.Quick().design(arms, 0);
        assertThat(design.blocks()).isGreaterThanOrEqualTo(3);
        assertThat(ExperimentClock.expected(design, arms, false)).isLessThan(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 5, 10, 60})
    void aBudgetIsKept(long minutes) {
        Duration time = Duration.ofMinutes(minutes);
        Design design = new Effort.Budget(time).design(2, 0);
        assertThat(ExperimentClock.expected(design, 2, false)).isLessThanOrEqualTo(time);
        assertThat(design.forks()).isGreaterThanOrEqualTo(5);
    }

    @Test
    void moreTimeBuysMoreAndTooLittleIsRefusedWithWhatItWouldTake() {
        Design ten = new Effort.Budget(Duration.ofMinutes(10)).design(2, 0);
        Design hour = new Effort.Budget(Duration.ofHours(1)).design(2, 0);
        assertThat(hour.forks() * hour.blocks()).isGreaterThan(ten.forks() * ten.blocks());
        assertThatThrownBy(() -> new Effort.Budget(Duration.ofSeconds(20)).design(4, 0))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("budget of 20 s does not suffice for 4 arms")
                .hasMessageContaining("Give more");
    }

    @Test
    void jobsOfFewAreWarmAndOfManyAreFew() {
        Effort quick = new Effort.Quick();
        Design few = quick.jobs(List.of(0.65, 0.65));
        assertThat(few.forks()).isEqualTo(5);
        assertThat(few.blocks()).isGreaterThanOrEqualTo(3);
        assertThat(few.warmSeconds()).isGreaterThan(4 * few.windowSeconds() - 1e-9);
        assertThat(ExperimentClock.expected(few, 2, true)).isLessThanOrEqualTo(Effort.QUICK_JOBS);

        Design many = quick.jobs(Collections.nCopies(34, 0.7));
        assertThat(many.forks()).isGreaterThanOrEqualTo(2);
        assertThat(ExperimentClock.expected(many, 34, true)).isLessThanOrEqualTo(Effort.QUICK_JOBS);

        Design full = new Effort.Full().jobs(List.of(0.65, 0.65));
        assertThat(full.sentinel()).isTrue();
        assertThat(full.looks()).containsExactly(5, 20);
        assertThatThrownBy(() -> new Effort.Budget(Duration.ofSeconds(20)).jobs(List.of(10.0, 10.0)))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith(
                        "a budget of 20 s does not suffice for 2 arms: three forks of a block take about ");
    }
}
