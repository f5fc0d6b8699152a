package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairedBlocksTest {
    private static final double X = Double.NaN;

    @Test
    void trimsAFifthOffEachSide() {
        assertThat(TrimmedMean.of(new double[] {1000, 3, 1, 2, -1000}, 0.2)).isEqualTo(2);
        assertThat(TrimmedMean.of(new double[] {1, 2, 3, 6}, 0.2))
                .as("a fifth of 4 is no value")
                .isEqualTo(3);
        assertThat(TrimmedMean.of(new double[] {9, 1, 2, 3, 4, 5, 6, 7, 8, 100, 200, -50}, 0.2))
                .as("two of twelve")
                .isEqualTo((2 + 3 + 4 + 5 + 6 + 7 + 8 + 9) / 8.0);
        assertThat(TrimmedMean.of(new double[0], 0.2)).isNaN();
    }

    @Test
    void aTaintedSliceDropsTheBlockForBoth() {
        double[][] a = {{1, X, 3, 4}, {1, 2, 3, 4}};
        double[][] b = {{2, 9, 5, X}, {2, 4, 6, 8}};
        var pairs = PairedBlocks.of(a, b, 2);
        assertThat(pairs.perFork()).containsExactly(1.5, 2.5);
        assertThat(pairs.taintShare()).isEqualTo(0.25);
        assertThat(pairs.forksDropped()).isZero();
    }

    @Test
    void aForkWithTooFewBlocksIsDropped() {
        double[][] a = {{1, X, X, 4}, {1, X, X, X}, {1, 2, 3, 4}};
        double[][] b = {{2, 2, 2, 5}, {2, 4, 6, 8}, {3, 4, 5, 6}};
        var pairs = PairedBlocks.of(a, b);
        assertThat(pairs.forks()).as("half of the blocks is enough").containsExactly(0, 2);
        assertThat(pairs.forksDropped()).isEqualTo(1);
        assertThat(PairedBlocks.perFork(a, b)).containsExactly(1, 2);
        assertThat(PairedBlocks.of(a, b, 5).estimate().p()).isEqualTo(1);
    }

    @Test
    void whatCannotBePairedIsRefused() {
        assertThatThrownBy(() -> PairedBlocks.of(new double[][] {{1, 2}}, new double[][] {{1}}, 1))
                .hasMessageContaining("blocks of fork 0: 2 of arm A and 1 of arm B");
        assertThatThrownBy(() -> PairedBlocks.of(new double[][] {{1}}, new double[][] {{Math.log(0)}}, 1))
                .hasMessageContaining("fork 0, block 0: infinite");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void swappedLabelsMirrorTheResultExactly(long seed) {
        double[][][] arms = SyntheticTrials.equalArms(7, 13, 0.03, 0.2)
                .withLevel(0.4, 0.8)
                .withDisturbed(0.1, 6)
                .withEffects(0, 0.05)
                .draw(seed);
        arms[1][2][5] = X;
        Estimate there = PairedBlocks.of(arms[0], arms[1]).estimate();
        Estimate back = PairedBlocks.of(arms[1], arms[0]).estimate();
        assertThat(back).isEqualTo(there.negated());
        assertThat(back.interval(0.95).low()).isEqualTo(-there.interval(0.95).high());
        assertThat(back.interval(0.95).high()).isEqualTo(-there.interval(0.95).low());
        assertThat(back.p()).isEqualTo(there.p());
    }

    @Test
    void pairsAreRidOfTheMachinesLevel() {
        var quiet = SyntheticTrials.equalArms(5, 12, 0.01, 0.1);
        double noisyWidth = 0;
        double quietWidth = 0;
        for (long seed = 0; seed < 200; seed++) {
            double[][][] noisy = quiet.withLevel(2, 0.8).draw(seed);
            double[][][] calm = quiet.withLevel(0, 0.8).draw(seed);
            noisyWidth += PairedBlocks.of(noisy[0], noisy[1]).estimate().detectable(0.95);
            quietWidth += PairedBlocks.of(calm[0], calm[1]).estimate().detectable(0.95);
        }
        assertThat(noisyWidth).isEqualTo(quietWidth, within(1e-6));
    }

    @Test
    void syntheticRunsComeFromTheirSeed() {
        var trials = SyntheticTrials.equalArms(3, 4, 0.01, 0.1).withLevel(0.4, 0.8);
        assertThat(trials.draw(7)).isDeepEqualTo(trials.draw(7));
        assertThat(trials.draw(7)[0][0][0]).isNotEqualTo(trials.draw(8)[0][0][0]);
    }
}
