package dev.gearbox.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A curve as text: every mark is where its figure is. */
class PublishedCurveTest {
    private static PublishedCurve.Point point(String curve, String at, double... figures) {
        return new PublishedCurve.Point(
                curve,
                at,
                figures.length > 2 ? OptionalDouble.of(figures[2]) : OptionalDouble.empty(),
                figures.length > 0 ? OptionalDouble.of(figures[0]) : OptionalDouble.empty(),
                figures.length > 1 ? OptionalDouble.of(figures[1]) : OptionalDouble.empty());
    }

    @Test
    void marks_stand_in_proportion_below_the_name_of_their_curve() {
        List<String> lines = PublishedCurve.lines(List.of(
                point("NIO", "1000", 0, 49, 98),
                point("threads", "1000", 98),
                point("NIO", "10000", 98, 98),
                point("threads", "10000")));
        assertThat(lines)
                .containsExactly(
                        "NIO",
                        "   1000 |t" + " ".repeat(24) + "o" + " ".repeat(23) + "r|",
                        "  10000 |" + " ".repeat(49) + "*|",
                        "threads",
                        "   1000 |" + " ".repeat(49) + "t|",
                        "  10000 |" + " ".repeat(50) + "|",
                        "        0" + " ".repeat(49)
                                + "98   r reported, t their method here, o our method here, * several");
    }
}
