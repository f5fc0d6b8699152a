package dev.gearbox.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbationBackoffTest {
    @ParameterizedTest
    @CsvSource({"0,100", "1,200", "2,400", "6,6400", "7,6400", "1000,6400"})
    void doublesWithEachRelapseUpToALimit(int relapses, long length) {
        assertThat(ProbationBackoff.length(100, relapses)).isEqualTo(length);
    }

    @Test
    void leavingAgainIsARelapseUntilTenProbationsHavePassedAtHome() {
        assertThat(ProbationBackoff.isRelapse(0, 100)).isTrue();
        assertThat(ProbationBackoff.isRelapse(999, 100)).isTrue();
        assertThat(ProbationBackoff.isRelapse(1000, 100)).isFalse();
    }
}
