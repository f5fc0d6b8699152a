package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Design;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForksNeededTest {
    private static final Design DESIGN = new Design("quick", 5, 12, 0.1, 0.9, 8, 0.10, 0.95, List.of(5), false);

    private static Ranking.RankedArm arm(double ratio, double halfWidth, int forks) {
        Figure figure = new Figure(ratio, ratio * Math.exp(-halfWidth), ratio * Math.exp(halfWidth), forks);
        return new Ranking.RankedArm("a", figure, figure, 0.2, 0.2, Verdict.INCONCLUSIVE, "a");
    }

    @Test
    void aWideIntervalNeedsMoreForksThanANarrowOne() {
        // The spread is the half-width over t (2.776 with 5 forks) times the root of 5: 0.113 and 0.226. The effect is
        // 0.113.
        assertThat(ForksNeeded.of(arm(1.12, 0.14, 5), DESIGN)).hasValue(10);
        assertThat(ForksNeeded.of(arm(1.12, 0.28, 5), DESIGN)).hasValue(34);
    }

    /** The interval of a shared spread is narrower by its degrees of freedom, which do not make a fork more certain. */
    @Test
    void aSharedSpreadDoesNotMakeForksMoreCertain() {
        assertThat(ForksNeeded.of(arm(1.12, 0.14, 5), DESIGN.moderated()).orElseThrow())
                .isGreaterThan(10);
    }

    @Test
    void equalityIsAlsoADecision() {
        assertThat(ForksNeeded.of(arm(1.0, 0.12, 5), DESIGN).orElseThrow()).isBetween(10, 20);
    }

    @Test
    void itIsAlwaysMoreThanBefore() {
        assertThat(ForksNeeded.of(arm(1.5, 0.01, 5), DESIGN)).hasValue(6);
    }

    @Test
    void whatCannotBeEstimatedIsNot() {
        assertThat(ForksNeeded.of(arm(1.0, Double.POSITIVE_INFINITY, 1), DESIGN))
                .isEmpty();
        assertThat(ForksNeeded.of(arm(1.10, 0.9, 5), DESIGN))
                .as("hundreds of forks")
                .isEmpty();
    }
}
