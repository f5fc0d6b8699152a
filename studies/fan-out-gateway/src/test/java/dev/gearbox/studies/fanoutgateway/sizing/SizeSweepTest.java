package dev.gearbox.studies.fanoutgateway.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.studies.fanoutgateway.sizing.SizeSweep.Flatness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the optimum of a sweep is, and how flat: by intervals, so that what is not shown stays open. */
class SizeSweepTest {
    private static final double CONFIDENCE = 0.95;
    private static final double PRECISE = 0.002;

    /** Three forks that differ by this share. */
    static Figure figure(double value, double spread) {
        return Figure.geometric(CONFIDENCE, value * (1 - spread), value, value * (1 + spread));
    }

    /** A sweep over sizes from 4 on, each twice the one before. */
    static SizeSweep sweep(double spread, double... rates) {
        List<SizeSweep.Point> points = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            points.addFirst(new SizeSweep.Point(4 << i, figure(rates[i], spread)));
        }
        return SizeSweep.of(points, CONFIDENCE);
    }

    private static List<Flatness> flatness(SizeSweep sweep) {
        return sweep.sizes().stream().map(SizeSweep.Size::flatness).toList();
    }

    @Test
    void the_rate_rises_and_is_flat() {
        SizeSweep sweep = sweep(PRECISE, 20, 40, 80, 119, 120, 121, 120);
        assertThat(flatness(sweep))
                .containsExactly(
                        Flatness.BEHIND,
                        Flatness.BEHIND,
                        Flatness.BEHIND,
                        Flatness.FLAT,
                        Flatness.FLAT,
                        Flatness.FLAT,
                        Flatness.FLAT);
        assertThat(sweep.sizes().getFirst().ofBest()).isCloseTo(20 / 121.0, within(1e-3));
        assertThat(sweep.words())
                .isEqualTo(
                        "The best rate measured is that of 128 threads; within 5 % of it the rate is flat from 32 on,"
                                + " and lower up to 16.");
    }

    @Test
    void the_rate_falls_again() {
        assertThat(sweep(PRECISE, 20, 40, 80, 100, 99, 90, 70).words())
                .isEqualTo(
                        "The best rate measured is that of 32 threads; within 5 % of it the rate is flat from 32 to 64,"
                                + " and lower up to 16 and from 128 on.");
    }

    @Test
    void a_difference_near_the_margin_is_open() {
        SizeSweep sweep = sweep(0.02, 20, 95, 100);
        assertThat(flatness(sweep)).containsExactly(Flatness.BEHIND, Flatness.OPEN, Flatness.FLAT);
        assertThat(sweep.words())
                .isEqualTo("The best rate measured is that of 16 threads; within 5 % of it the rate is flat from 16 on,"
                        + " and lower up to 4.");
    }

    /** The first flat sizes are followed by one that is not: the flat part is that of the best. */
    @Test
    void the_flat_part_is_in_one_piece() {
        SizeSweep sweep = sweep(PRECISE, 99, 80, 98, 100);
        assertThat(sweep.flatFrom()).isEqualTo(16);
        assertThat(sweep.tooFew()).isEqualTo(8);
    }

    @Test
    void a_single_fork_shows_nothing() {
        SizeSweep sweep = SizeSweep.of(
                List.of(
                        new SizeSweep.Point(4, Figure.geometric(CONFIDENCE, 20)),
                        new SizeSweep.Point(8, Figure.geometric(CONFIDENCE, 40))),
                CONFIDENCE);
        assertThat(flatness(sweep)).containsOnly(Flatness.OPEN);
        assertThat(sweep.words()).contains("8 threads", "without intervals nothing is shown");
    }
}
