package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerTest {
    @Test
    void recoversKnownSpread() {
        VarianceComponents found = components(SyntheticTrials.equalArms(2_000, 40, 0.05, 0.15));
        assertThat(found.betweenForks()).isEqualTo(0.05, within(0.003));
        // The trimmed mean of normal values has a 7 % larger error than the plain one.
        assertThat(found.withinForks()).isEqualTo(0.15 * 1.07, within(0.004));
        assertThat(found.blocks()).isEqualTo(40, within(1e-9));
    }

    @Test
    void disturbedBlocksAreNotTakenForSpreadOfForks() {
        VarianceComponents found =
                components(SyntheticTrials.equalArms(2_000, 40, 0.03, 0.08).withDisturbed(0.1, 6));
        assertThat(found.betweenForks()).isEqualTo(0.03, within(0.003));
        assertThat(found.withinForks()).isBetween(0.08, 0.12);
    }

    @Test
    void noSpreadOfForksIsZero() {
        assertThat(components(SyntheticTrials.equalArms(2_000, 12, 0, 0.15)).betweenForks())
                .isLessThan(0.015);
        double[][] alike = {{1, -1, 0}, {0, 1, -1}, {-1, 0, 1}};
        assertThat(VarianceComponents.of(alike).betweenForks()).isZero();
    }

    @Test
    void tooFewToTell() {
        assertThat(VarianceComponents.of(new double[][] {{1, 2, 3}}).betweenForks())
                .isNaN();
        assertThat(VarianceComponents.of(new double[][] {{1}, {3}, {}}))
                .isEqualTo(new VarianceComponents(Math.sqrt(2), 0, 1));
        assertThatThrownBy(() -> Power.detectable(new VarianceComponents(Double.NaN, 0.1, 12), 5, 12, 0.95, 0.8))
                .hasMessageContaining("spread between forks is not known");
    }

    /** The computed power, compared with runs through the real analysis. */
    @ParameterizedTest
    @CsvSource({"5, 12, 0.01, 0.15", "10, 12, 0.03, 0.15", "20, 40, 0.03, 0.35"})
    void thePromisedPowerIsMet(int forks, int blocks, double forkSd, double blockSd) {
        var arms = SyntheticTrials.equalArms(forks, blocks, forkSd, blockSd);
        VarianceComponents components = components(SyntheticTrials.equalArms(2_000, blocks, forkSd, blockSd));
        double effect = Power.detectable(components, forks, blocks, 0.95, 0.8);
        int shown = EqualArms.declaredDifferent(arms.withEffects(0, effect), 2_000, 0.05, 4);
        assertThat(shown / 2_000.0).isBetween(0.77, 0.85);
    }

    @Test
    void theFormula() {
        // t(.975, 4) = 2.776445, t(.8, 4) = 0.940965
        var components = new VarianceComponents(0.03, 0.08, 12);
        double expected = (2.776445 + 0.940965) * Math.sqrt(0.0009 + 0.0064 / 12) / Math.sqrt(5);
        assertThat(Power.detectable(components, 5, 12, 0.95, 0.8)).isEqualTo(expected, within(1e-7));
        assertThat(Power.detectable(components, 1, 12, 0.95, 0.8)).isInfinite();
    }

    @Test
    void theFewestForks() {
        var components = new VarianceComponents(0.05, 0.08, 12);
        int forks = Power.forksFor(components, 12, -0.05, 0, 0.95, 0.8, 100).orElseThrow();
        assertThat(Power.detectable(components, forks, 12, 0.95, 0.8)).isLessThanOrEqualTo(0.05);
        assertThat(Power.detectable(components, forks - 1, 12, 0.95, 0.8)).isGreaterThan(0.05);
        assertThat(Power.forksFor(components, 12, 0.05, 0, 0.95, 0.8, forks - 1))
                .isEmpty();
        assertThat(Power.forksFor(components, 12, 0.1, 0.1, 0.95, 0.8, 1_000))
                .as("no effect at the margin can be shown to be within")
                .isEmpty();
    }

    @Test
    void forksForEquivalenceShowIt() {
        var arms = SyntheticTrials.equalArms(2_000, 12, 0.03, 0.1);
        int forks =
                Power.forksFor(components(arms), 12, 0, 0.05, 0.95, 0.8, 100).orElseThrow();
        int shown = 0;
        for (long seed = 0; seed < 1_000; seed++) {
            double[][][] run = SyntheticTrials.equalArms(forks, 12, 0.03, 0.1).draw(seed);
            if (PairedBlocks.of(run[0], run[1]).estimate().within(0.05)) {
                shown++;
            }
        }
        assertThat(shown).isBetween(760, 900);
    }

    private static VarianceComponents components(SyntheticTrials trials) {
        double[][][] arms = trials.draw(11);
        return PairedBlocks.of(arms[0], arms[1]).components();
    }
}
