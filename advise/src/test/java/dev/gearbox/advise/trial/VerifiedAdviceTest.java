package dev.gearbox.advise.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.advise.calibration.Range;
import dev.gearbox.evidence.analysis.Figure;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Was the advice right? On figures that go either way. */
final class VerifiedAdviceTest {
    private static final Figure SAME = new Figure(1.0, 0.95, 1.05, 5);

    private static Figure around(double value) {
        return new Figure(value, 0.97 * value, 1.03 * value, 5);
    }

    private static VerifiedAdvice of(Rival... rivals) {
        return new VerifiedAdvice(
                "selector",
                List.of(
                        new TrialRow("selector", PredictedQuantity.CPU, new Range(20, 30, 45), around(40)),
                        new TrialRow("selector", PredictedQuantity.P99, new Range(0.1, 0.2, 0.4), around(0.5))),
                List.of(rivals),
                Optional.empty());
    }

    private static Rival rival(Figure cpu, Figure p99, double less) {
        return new Rival("epoll", cpu, Optional.of(p99), less);
    }

    @Test
    void a_row_has_its_error_and_whether_it_lies_in_the_interval() {
        VerifiedAdvice verification = of(rival(SAME, SAME, 0));
        assertThat(verification.rows().getFirst().error()).isEqualTo(40 / 30.0 - 1);
        assertThat(verification.rows().getFirst().inside()).isTrue();
        assertThat(verification.rows().getLast().inside()).isFalse();
        assertThat(verification.inside()).isEqualTo(1);
    }

    @Test
    void right_if_none_is_better_by_more_than_the_margin() {
        assertThat(of(rival(SAME, SAME, 0), rival(around(1.4), SAME, 0)).answer())
                .isEqualTo(
                        "Was the advice right? Yes: of the measured engines none is better than selector by more than 10 %."
                                + " 1 of 2 measured values lie in their predicted intervals.");
    }

    @Test
    void wrong_if_another_needs_clearly_less() {
        assertThat(of(rival(around(0.8), SAME, 0)).answer())
                .startsWith(
                        "Was the advice right? No: epoll needs 20 % (95 % interval 18 % to 22 %) less processor time than selector.");
        assertThat(of(rival(around(0.8), SAME, 0)).answer())
                .isNotEqualTo(of(rival(around(1.25), SAME, 0)).answer());
    }

    @Test
    void a_clearly_shorter_tail_counts_more_than_processor_time() {
        assertThat(of(rival(around(1.5), around(0.3), 4)).answer())
                .contains("No: epoll has a p99 that is 4 ms shorter than that of selector");
        assertThat(of(rival(around(0.5), around(3), -4)).answer())
                .as("cheaper, and three times as slow")
                .contains("Yes");
        assertThat(of(rival(SAME, around(0.3), 0.05)).answer())
                .as("a twentieth of a millisecond is not noticeable")
                .contains("Yes");
    }

    @Test
    void not_decided_if_intervals_are_wide_or_the_run_is_invalid() {
        assertThat(of(rival(new Figure(0.95, 0.8, 1.2, 5), SAME, 0)).answer())
                .contains("Not decided: epoll may be better than selector by more than 10 %. Measure more forks.");
        assertThat(of(rival(new Figure(0.95, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1), SAME, 0))
                        .answer())
                .contains("Not decided");
        assertThat(of(rival(SAME, new Figure(0.6, 0.2, 1.8, 5), 2)).answer()).contains("Not decided");
        assertThat(of().answer()).contains("Not decided: only selector was measured");
        assertThat(new VerifiedAdvice(
                                "selector", List.of(), List.of(rival(around(0.5), SAME, 0)), Optional.of("too noisy"))
                        .answer())
                .isEqualTo("Was the advice right? Not decided: too noisy.");
    }
}
