package dev.gearbox.studies.fanoutgateway.sizing;

import static dev.gearbox.studies.fanoutgateway.sizing.SizeSweepTest.figure;
import static dev.gearbox.studies.fanoutgateway.sizing.SizeSweepTest.sweep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.studies.fanoutgateway.sizing.RuleVerdict.Outcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule can hold, give too few or too many threads, or stay undecided; what decides are intervals. */
class RuleVerdictTest {
    private static final double PRECISE = 0.002;

    /** Flat from 32 to 64; 16 and 128 are behind. */
    private static final SizeSweep HILL = sweep(PRECISE, 20, 40, 80, 100, 100, 90, 70);

    private static final Optional<Figure> ALL_BUSY = Optional.of(figure(0.99, PRECISE));

    /** One core, and a wait of 200 ms. */
    private static RuleSize rule(double computeMillis, double spread) {
        return new RuleSize(1, 0.2, figure(computeMillis / 1e3, spread));
    }

    @Test
    void its_size_is_the_formula_of_the_theory_with_the_interval_of_the_processor_time() {
        Figure threads = new RuleSize(2, 0.2, new Figure(0.01, 0.008, 0.0125, 5)).threads();
        assertThat(threads.value()).isCloseTo(42, within(1e-9));
        assertThat(threads.low()).isCloseTo(34, within(1e-9));
        assertThat(threads.high()).isCloseTo(52, within(1e-9));
        assertThat(threads.forks()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({
        "5, HOLDS, 'The rule holds: 41.0 [40.8, 41.2] threads lie on the flat part.'",
        "20, TOO_SMALL, 'The rule gives too few threads: 11.0 [11.0, 11.0] threads, and 16 are too few.'",
        "1, TOO_LARGE, 'The rule gives too many threads: 201 [200, 202] threads, and 128 are too many.'",
        "8, UNDECIDED, 'Undecided: 26.0 [25.9, 26.1] threads do not lie between sizes that were shown to be on one side. Measure these: --set threads=25,27,32.'",
    })
    void its_size_is_compared_with_the_flat_part(double computeMillis, Outcome outcome, String words) {
        RuleVerdict verdict = RuleVerdict.of(rule(computeMillis, PRECISE), HILL, ALL_BUSY);
        assertThat(verdict.words()).isEqualTo(words);
        assertThat(verdict.outcome()).isEqualTo(outcome);
    }

    /** 41 threads, but perhaps as few as 25. */
    @Test
    void an_interval_that_leaves_the_flat_part_is_undecided() {
        RuleVerdict verdict = RuleVerdict.of(rule(5, 0.25), HILL, ALL_BUSY);
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void beyond_the_largest_size_nothing_is_known() {
        SizeSweep rising = sweep(PRECISE, 20, 40, 80);
        assertThat(RuleVerdict.of(rule(5, PRECISE), rising, ALL_BUSY).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    /** The rule is about busy cores: a rate that users or services limit says nothing about it. */
    @Test
    void idle_cores_decide_nothing() {
        RuleVerdict verdict = RuleVerdict.of(rule(5, PRECISE), HILL, Optional.of(figure(0.6, PRECISE)));
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.words())
                .startsWith("Undecided: at the best rate 0.600 [")
                .contains("] of 1 core was busy, so something else sets the flat part");
        assertThat(RuleVerdict.of(rule(5, PRECISE), HILL, Optional.empty()).outcome())
                .isEqualTo(Outcome.HOLDS);
    }

    @Test
    void a_single_fork_decides_nothing() {
        RuleSize rule = new RuleSize(1, 0.2, Figure.geometric(0.95, 0.005));
        assertThat(RuleVerdict.of(rule, HILL, ALL_BUSY).words())
                .isEqualTo("Undecided: 41.0 threads have no interval to compare: give it two forks at least.");
    }
}
