package dev.gearbox.lab.idle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.lab.idle.IdleSlope.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdleSlopeTest {
    @Test
    void findsALineExactly() {
        IdleSlope slope = IdleSlope.fit(
                List.of(new Point(0, 50_000_000), new Point(1_000, 51_200_000), new Point(10_000, 62_000_000)));
        assertThat(slope.bytesPerConnection()).isCloseTo(1_200, within(1e-6));
        assertThat(slope.baseBytes()).isCloseTo(50_000_000, within(1e-3));
        assertThat(slope.standardError()).isCloseTo(0, within(1e-6));
        assertThat(slope.points()).isEqualTo(3);
    }

    /** x = 1..4, y = 6, 5, 7, 10: the textbook example, slope 1.4, intercept 3.5, residual sum 4.2. */
    @Test
    void agreesWithTheTextbook() {
        IdleSlope slope = IdleSlope.fit(List.of(new Point(1, 6), new Point(2, 5), new Point(3, 7), new Point(4, 10)));
        assertThat(slope.bytesPerConnection()).isCloseTo(1.4, within(1e-12));
        assertThat(slope.baseBytes()).isCloseTo(3.5, within(1e-12));
        assertThat(slope.standardError()).isCloseTo(Math.sqrt(4.2 / 2 / 5), within(1e-12));
    }

    @Test
    void twoPointsHaveNoError() {
        assertThat(IdleSlope.fit(List.of(new Point(0, 1), new Point(2, 5))).standardError())
                .isNaN();
    }

    @Test
    void oneNumberOfConnectionsHasNoSlope() {
        assertThatThrownBy(() -> IdleSlope.fit(List.of(new Point(5, 1), new Point(5, 2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two different");
    }
}
