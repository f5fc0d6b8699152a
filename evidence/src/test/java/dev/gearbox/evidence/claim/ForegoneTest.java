package dev.gearbox.evidence.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A comparison is decided by arithmetic if, and only if, everything within reach has one outcome. */
class ForegoneTest {
    private static Claim.Part part(String expect, String right, String more) throws IOException {
        return ClaimFileTest.decode("""
                        id: es-3
                        statement: s
                        source: p
                        their-method: {how: h, reported: r}
                        workload: ping
                        axes: {connections: 100}
                        margin: 0.05
                        parts: [{name: n, metric: connects, left: selector, right: %s, expect: %s%s}]
                        """.formatted(right, expect, more)).parts().getFirst();
    }

    private static String outcome(Claim.Part part, Reach left, Optional<Reach> right) {
        return Foregone.of(part, left, right)
                .map(decided -> decided.holds() ? "holds" : "refuted")
                .orElse("open");
    }

    @ParameterizedTest(name = "{0} {1}, between {2} and {3}: {4}")
    @CsvSource({
        "at-least, 5000,    0, 4000, refuted",
        "at-least, 4100,    0, 4000, open", // within the margin
        "at-least, 3000,    0, 4000, open",
        "at-least, 3000, 3500, 4000, holds",
        "at-most,  5000,    0, 4000, holds",
        "at-most,  3000, 3500, 9000, refuted",
        "equal,    1000, 2000, 9000, refuted",
        "equal,    1000,  990, 1010, holds",
        "equal,    1000,  500, 9000, open",
        "left-lower,  5000,  0, 4000, holds",
        "left-lower,  4000,  0, 4000, open", // not lower, if it is at its ceiling
        "left-lower,  4000, 4000, 9000, refuted",
        "left-higher, 4000,  0, 4000, refuted",
        "left-higher, 4000,  0, 9000, open",
    })
    void against_a_number(String expect, double number, double least, double most, String outcome) throws IOException {
        assertThat(outcome(part(expect, "{number: " + number + "}", ""), new Reach(least, most, ""), Optional.empty()))
                .isEqualTo(outcome);
    }

    @ParameterizedTest(name = "{0}: {2} or more against {3} or less: {4}")
    @CsvSource({
        "left-higher, '', 100, 50, holds",
        "left-lower, '', 100, 50, refuted",
        "left-lower, '', 100, 200, open",
        "equal, '', 100, 50, refuted",
        "'left-higher', ', size: {left: 3, right: 2}', 100, 50, refuted",
        "'left-higher', ', size: {left: 3, right: 1}', 100, 50, open",
    })
    void against_another_arm(String expect, String more, double least, double most, String outcome) throws IOException {
        assertThat(outcome(
                        part(expect, "threads", more), Reach.atLeast(least, ""), Optional.of(Reach.atMost(most, ""))))
                .isEqualTo(outcome);
    }

    @Test
    void a_claim_that_the_load_decides_says_so_with_the_sum() throws IOException {
        Claim claim = ClaimFileTest.decode("""
                id: es-3
                statement: s
                source: p
                place: section 3
                refuted-if: fewer
                either-way: it may
                their-method: {how: h, reported: r}
                workload: ping
                axes: {connections: 100}
                margin: 0.05
                parts: [{name: n, metric: connects, left: selector, right: {number: 5000}, expect: at-least, by-arithmetic: no more than 4000}]
                """);
        assertThat(claim.testability())
                .isEqualTo(
                        new Claim.Testability(Optional.of("section 3"), Optional.of("fewer"), Optional.of("it may")));
        assertThat(claim.parts().getFirst().arithmetic()).contains("no more than 4000");
        assertThat(claim.runs()).as("nothing needs to be measured").isEmpty();
        Judgement judgement = Judge.of(claim, new NothingMeasured() {
            @Override
            public Reach reach(Claim.Side side, Metric metric) {
                return Reach.atMost(4_000, "4,000 users who pause for a second");
            }
        });
        assertThat(judgement.verdict()).isEqualTo(ClaimVerdict.BY_ARITHMETIC);
        assertThat(judgement.parts().getFirst().why())
                .isEqualTo(
                        "refuted, whatever is measured: selector at most 4000 /s (4,000 users who pause for a second)");
    }

    /** The bound of an arm is known from its measurement only, but the claim has the sum already. */
    @Test
    void a_claim_that_the_load_decides_needs_no_measurement() throws IOException {
        Claim claim = ClaimFileTest.decode("""
                id: fg-1
                statement: s
                source: p
                their-method: {how: h, reported: r}
                workload: ping
                axes: {connections: 100}
                margin: 0.05
                parts: [{name: n, metric: mean, left: threads, right: selector, expect: left-lower, by-arithmetic: 1250 ms}]
                """);
        assertThat(claim.runs()).isEmpty();
        Judgement.Part part = Judge.of(claim, new NothingMeasured()).parts().getFirst();
        assertThat(part.verdict()).isEqualTo(ClaimVerdict.BY_ARITHMETIC);
        assertThat(part.why()).isEqualTo("1250 ms");
    }

    private static class NothingMeasured implements FigureSource {
        @Override
        public Optional<Findings> findings(Claim.CellRef cell, String arm, String baseline) {
            return Optional.empty();
        }

        @Override
        public Optional<Figure> apart(Claim.Measure.Kind kind, String arm) {
            return Optional.empty();
        }

        @Override
        public Optional<String> missing(String arm) {
            return Optional.empty();
        }
    }

    @Test
    void the_bound_of_an_arm_limits_its_times_and_its_rate() {
        ArmBound bound = new ArmBound(400, 40.0, "16 threads", true);
        assertThat(Reach.of(bound, Metric.P50)).isEqualTo(Reach.atLeast(400_000, "16 threads"));
        assertThat(Reach.of(bound, Metric.RATE)).isEqualTo(Reach.atMost(40, "16 threads"));
        assertThat(Reach.of(bound, Metric.CPU)).isEqualTo(Reach.ANY);
        assertThat(Reach.of(new ArmBound(0, null, "", false), Metric.P50)).isEqualTo(Reach.ANY);
    }

    @Test
    void two_reaches_together_are_the_narrower() {
        assertThat(Reach.atMost(10, "a").and(Reach.atMost(5, "b"))).isEqualTo(Reach.atMost(5, "a; b"));
        assertThat(Reach.ANY.and(Reach.atLeast(3, "c"))).isEqualTo(Reach.atLeast(3, "c"));
        assertThatThrownBy(() -> Reach.atMost(2, "").and(Reach.atLeast(3, "")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
