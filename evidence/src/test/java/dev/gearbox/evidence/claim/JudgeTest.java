package dev.gearbox.evidence.claim;

import static dev.gearbox.evidence.claim.ClaimVerdict.HOLDS;
import static dev.gearbox.evidence.claim.ClaimVerdict.INCONCLUSIVE;
import static dev.gearbox.evidence.claim.ClaimVerdict.NOT_MEASURABLE_HERE;
import static dev.gearbox.evidence.claim.ClaimVerdict.NO_DIFFERENCE;
import static dev.gearbox.evidence.claim.ClaimVerdict.REFUTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Point;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.AnalysisTest;
import dev.gearbox.evidence.analysis.Effect;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.stats.Estimate;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict on a claim depends on intervals only. */
class JudgeTest {
    /** Synthetic results. */
    private static final class Given implements FigureSource {
        private final Map<String, Evidence> cells = new HashMap<>();
        private final Map<String, Figure> apart = new HashMap<>();
        private final Map<String, String> missing = new HashMap<>();
        private Optional<String> noCores = Optional.empty();
        private Reach reach = Reach.ANY;
        private Optional<Given> elsewhere = Optional.empty();

        @Override
        public FigureSource forClaim(Claim claim) {
            return claim.cores() == 1 ? this : elsewhere.orElseGet(Given::new);
        }

        @Override
        public String placement() {
            return cells.values().stream()
                    .map(evidence -> evidence.experiment().machine().pinning())
                    .findFirst()
                    .orElse("");
        }

        @Override
        public Optional<String> missing(Claim claim) {
            return claim.cores() == 1 ? Optional.empty() : noCores;
        }

        @Override
        public Reach reach(Claim.Side side, Metric metric) {
            return reach;
        }

        @Override
        public Optional<Findings> findings(Claim.CellRef cell, String arm, String baseline) {
            return Optional.ofNullable(cells.get(cell.toString())).map(evidence -> Analysis.of(evidence, baseline));
        }

        @Override
        public Optional<Figure> apart(Claim.Measure.Kind kind, String arm) {
            return Optional.ofNullable(apart.get(kind.key() + " " + arm));
        }

        @Override
        public Optional<String> missing(String arm) {
            return Optional.ofNullable(missing.get(arm));
        }
    }

    /** Logarithms of five forks around a value. */
    private static double[] forks(double percent, double spread) {
        double mean = Math.log1p(percent / 100);
        return new double[] {mean - 1.5 * spread, mean - spread / 2, mean, mean + spread / 2, mean + 1.5 * spread};
    }

    /** selector is this many percent above threads, with small differences between forks. */
    private static Given pair(double percent, double spread) {
        double[] forks = forks(percent, spread);
        Given given = new Given();
        given.cells.put(
                "ping connections=100",
                MadeEvidence.of("threads", "virtual", "selector")
                        .truth(place -> Point.PLAIN.cpu(
                                place.arm().equals("selector") ? 10 * Math.exp(forks[place.fork() - 1]) : 10))
                        .evidence());
        return given;
    }

    private static Claim claim(String expect, String rest) throws IOException {
        return ClaimFileTest.decode("""
                id: es-4
                statement: s
                source: p
                their-method: {how: h, reported: r}
                workload: ping
                axes: {connections: 100}
                margin: 0.05
                parts:
                  - name: the CPU
                    metric: cpu
                    left: selector
                    right: threads
                    expect: %s
                %s
                """.formatted(expect, rest.isEmpty() ? "" : rest.indent(4)));
    }

    @ParameterizedTest(name = "{0} at {1} %, spread {2}: {3}")
    @CsvSource({
        "left-lower, -20, 0.02, HOLDS",
        "left-lower,  20, 0.02, REFUTED",
        "left-lower,  -1, 0.01, NO_DIFFERENCE",
        "left-lower,   1, 0.01, NO_DIFFERENCE",
        "left-lower, -20, 0.30, INCONCLUSIVE",
        "left-higher, 20, 0.02, HOLDS",
        "left-higher,-20, 0.02, REFUTED",
        "left-higher,  1, 0.01, NO_DIFFERENCE",
        "left-higher, 20, 0.30, INCONCLUSIVE",
        "equal,        1, 0.01, HOLDS",
        "equal,       20, 0.02, REFUTED",
        "equal,      -20, 0.02, REFUTED",
        "equal,        1, 0.20, INCONCLUSIVE",
        "equal,        6, 0.02, INCONCLUSIVE",
        "at-least,    20, 0.02, HOLDS",
        "at-least,    -1, 0.01, HOLDS",
        "at-least,   -20, 0.02, REFUTED",
        "at-least,   -20, 0.30, INCONCLUSIVE",
        "at-most,    -20, 0.02, HOLDS",
        "at-most,      1, 0.01, HOLDS",
        "at-most,     20, 0.02, REFUTED",
        "at-most,     20, 0.30, INCONCLUSIVE",
    })
    void theIntervalDecides(String expect, double percent, double spread, ClaimVerdict verdict) throws IOException {
        Judgement judgement = Judge.of(claim(expect, ""), pair(percent, spread));
        assertThat(judgement.verdict()).as(judgement.parts().toString()).isEqualTo(verdict);
        Figure figure = judgement.parts().getFirst().figure();
        assertThat(figure.value()).isCloseTo(1 + percent / 100, within(1e-9));
        assertThat(judgement.parts().getFirst().ours()).startsWith("selector ").contains("µs, threads 10.0 µs, ratio ");
    }

    /** 2,000 users who pause for a second made 2,185 rounds a second, in all windows and forks: what the load does not allow was not measured well. */
    @ParameterizedTest(name = "between {0} and {1}: {2}")
    @CsvSource({
        "0, 20, HOLDS",
        "0, 9.8, HOLDS", // as near as windows and clocks are right
        "0, 9.0, INCONCLUSIVE",
        "5, 20, HOLDS",
        "10.2, 20, HOLDS",
        "11.0, 20, INCONCLUSIVE"
    })
    void aFigureThatTheLoadDoesNotAllowDecidesNothing(double least, double most, ClaimVerdict verdict)
            throws IOException {
        Given given = pair(0.01, 0.0001);
        given.reach = new Reach(least, most, "2 µs for each of 5 steps");
        Judgement.Part part = Judge.of(claim("equal", ""), given).parts().getFirst();
        assertThat(part.verdict()).isEqualTo(verdict);
        if (verdict == INCONCLUSIVE) {
            assertThat(part.why())
                    .startsWith(
                            "CPU per request of selector under ping connections=100 cannot be right: 10.0 µs, where the load allows at ")
                    .endsWith(" µs (2 µs for each of 5 steps)");
        }
    }

    @Test
    void aStatedSizeOutsideOfTheIntervalIsRefuted() throws IOException {
        String size = "size: {left: 0.5, right: 1}";
        Judgement judgement = Judge.of(claim("left-lower", size), pair(-20, 0.02));
        assertThat(judgement.verdict()).isEqualTo(REFUTED);
        assertThat(judgement.parts().getFirst().why())
                .isEqualTo("the direction was shown, but not the size: the literature's 0.500 is outside the interval");
        assertThat(Judge.of(claim("left-lower", "size: {left: 0.78, right: 1}"), pair(-20, 0.02))
                        .verdict())
                .isEqualTo(HOLDS);
        assertThat(Judge.of(claim("left-lower", size), pair(-2, 0.10)).verdict())
                .as("even the direction is uncertain, but half is excluded")
                .isEqualTo(REFUTED);
        assertThat(Judge.of(claim("left-lower", size), pair(-1, 0.01)).verdict())
                .isEqualTo(NO_DIFFERENCE);
    }

    @Test
    void inconclusiveSaysHowManyForksWouldProbablyDecide() throws IOException {
        Judgement.Part part =
                Judge.of(claim("left-lower", ""), pair(-20, 0.30)).parts().getFirst();
        assertThat(part.verdict()).isEqualTo(INCONCLUSIVE);
        // n = (1.96 + 0.84)² 0.335² / 0.223² = 17.7, and some more for t.
        assertThat(part.forks().orElseThrow()).isBetween(17, 23);
        assertThat(part.words()).isEqualTo("inconclusive (about " + part.forks().getAsInt() + " forks)");
        Judgement.Part equal =
                Judge.of(claim("equal", ""), pair(0, 0.06)).parts().getFirst();
        assertThat(equal.forks().orElseThrow()).isBetween(10, 25);
        assertThat(Judge.of(claim("left-lower", ""), pair(-20, 0.02))
                        .parts()
                        .getFirst()
                        .forks())
                .isEmpty();
    }

    @Test
    void anInvalidRunGivesNoVerdict() throws IOException {
        Given given = pair(-20, 0.02);
        given.cells.put(
                "ping connections=100",
                MadeEvidence.of("threads", "selector")
                        .truth(place -> Point.PLAIN
                                .cpu(place.arm().equals("selector") ? 5 : 10)
                                .foreign(1))
                        .evidence());
        Judgement judgement = Judge.of(claim("left-lower", ""), given);
        assertThat(judgement.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(judgement.parts().getFirst().why())
                .startsWith("the run of ping connections=100 is invalid: environment: 60 of 60");
        assertThat(judgement.parts().getFirst().figure().value()).isNaN();
    }

    @Test
    void whatWasNotMeasuredOrCannotRunHereIsSaid() throws IOException {
        Judgement none = Judge.of(claim("left-lower", ""), new Given());
        assertThat(none.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(none.parts().getFirst().why()).isEqualTo("ping connections=100 has not been measured");

        Given given = pair(-20, 0.02);
        given.missing.put("threads", "threads are not allowed");
        Judgement missing = Judge.of(claim("left-lower", ""), given);
        assertThat(missing.verdict()).isEqualTo(NOT_MEASURABLE_HERE);
        assertThat(missing.parts().getFirst().why()).isEqualTo("threads cannot run here: threads are not allowed");
    }

    @Test
    void anArmThatFailedHasNoFigureAndTheReasonIsTold() throws IOException {
        MadeEvidence made = MadeEvidence.of("threads", "selector")
                .entry(new ForkEvent.Failed(1, 1, "selector", "out of descriptors", List.of()));
        for (int fork = 1; fork <= 5; fork++) {
            for (int block = 1; block <= 12; block++) {
                made.without(new MadeEvidence.Place(fork, block, "selector"));
            }
        }
        Given given = new Given();
        given.cells.put("ping connections=100", made.evidence());
        Judgement judgement = Judge.of(claim("left-lower", ""), given);
        assertThat(judgement.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(judgement.parts().getFirst().why())
                .isEqualTo(
                        "no CPU per request of selector under ping connections=100 (fork 1: selector: out of descriptors)");
    }

    @Test
    void ratesUnderABusyGeneratorAreNotMeasurableHere() throws IOException {
        Judgement.Part rate =
                rate(place -> AnalysisTest.jittered(place).times(100, 1_000).unfit(0.9));
        assertThat(rate.verdict()).isEqualTo(NOT_MEASURABLE_HERE);
        assertThat(rate.why())
                .startsWith("a generator with spare capacity under ping connections=100: in 120 of 120 slices"
                        + " the generator was too busy (120)");
    }

    /** Measuring again may help after a disturbance, but not with an overloaded generator. */
    @Test
    void ratesOfADisturbedRunAreInconclusive() throws IOException {
        Judgement.Part rate =
                rate(place -> AnalysisTest.jittered(place).times(100, 1_000).steal(0.05));
        assertThat(rate.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(rate.why())
                .startsWith(
                        "the run of ping connections=100 was disturbed: in 120 of 120 slices the hypervisor took more than"
                                + " 2 % of the processors' time (120)");
    }

    /** Judges a claim about the rates of two arms of a closed loop. */
    private static Judgement.Part rate(MadeEvidence.Truth truth) throws IOException {
        Given given = new Given();
        given.cells.put(
                "ping connections=100",
                MadeEvidence.of("threads", "selector").closed().truth(truth).evidence());
        Claim claim = ClaimFileTest.decode(ClaimFileTest.GOOD
                .replace("metric: cores", "metric: rate")
                .replace("right: {arm: threads, offload: 50, axes: {connections: 200}}", "right: threads"));
        return Judge.of(claim, given).parts().getFirst();
    }

    @Test
    void oneArmInTwoCellsIsComparedUnpaired() throws IOException {
        Given given = new Given();
        given.cells.put("ping connections=100", rates(1_000, 0.01));
        given.cells.put("ping connections=1000", rates(9_900, 0.01));
        Claim linear = ClaimFileTest.decode("""
                id: es-3
                statement: s
                source: p
                their-method: {how: h, reported: r}
                workload: ping
                axes: {connections: 100}
                margin: 0.05
                parts:
                  - name: ten times the rate
                    metric: rate
                    left: {arm: selector, axes: {connections: 1000}}
                    right: selector
                    times: 10
                    expect: at-least
                """);
        Judgement judgement = Judge.of(linear, given);
        assertThat(judgement.verdict()).isEqualTo(HOLDS);
        assertThat(judgement.parts().getFirst().figure().value()).isCloseTo(9.9, within(0.01));
        assertThat(judgement.parts().getFirst().ours())
                .startsWith(
                        "selector 9900 /s under ping connections=1000, selector 1000 /s under ping connections=100, ratio 9.90 [");

        given.cells.put("ping connections=1000", rates(6_000, 0.01));
        assertThat(Judge.of(linear, given).verdict()).isEqualTo(REFUTED);
        given.cells.put("ping connections=1000", rates(9_600, 0.10));
        assertThat(Judge.of(linear, given).verdict()).isEqualTo(INCONCLUSIVE);
    }

    @Test
    void anArmIsHeldAgainstANumber() throws IOException {
        Given given = new Given();
        given.cells.put("ping connections=100", rates(120_000, 0.01));
        Claim claim = ClaimFileTest.decode("""
                id: es-8
                statement: s
                source: p
                their-method: {how: h, reported: r}
                workload: ping
                axes: {connections: 100}
                margin: 0.05
                parts: [{name: n, metric: rate, left: selector, right: {number: 100000}, expect: at-least}]
                """);
        Judgement judgement = Judge.of(claim, given);
        assertThat(judgement.verdict()).isEqualTo(HOLDS);
        assertThat(judgement.parts().getFirst().figure().value()).isCloseTo(120_000, within(1.0));
        assertThat(judgement.parts().getFirst().ours()).startsWith("120000 [").endsWith("] /s");
        given.cells.put("ping connections=100", rates(50_000, 0.01));
        assertThat(Judge.of(claim, given).verdict()).isEqualTo(REFUTED);
    }

    @Test
    void whatIsMeasuredApartIsComparedOverItsForks() throws IOException {
        Claim claim = ClaimFileTest.decode(ClaimFileTest.GOOD
                .replace("metric: cores", "metric: accept-ready")
                .replace("right: {arm: threads, offload: 50, axes: {connections: 200}}", "right: threads")
                .replace("    times: 2\n", "")
                .replace("    size: {left: 50, right: 60}\n", ""));
        Given given = new Given();
        given.apart.put("accept-ready selector", new Effect(Estimate.of(2_000, 2_100, 2_050), false).value(0.95));
        assertThat(Judge.of(claim, given).parts().getFirst().why())
                .isEqualTo("accept-ready of threads has not been measured");
        given.apart.put("accept-ready threads", new Effect(Estimate.of(60_000, 61_000, 62_000), false).value(0.95));
        Judgement.Part part = Judge.of(claim, given).parts().getFirst();
        assertThat(part.verdict()).isEqualTo(HOLDS);
        assertThat(part.figure().value()).isCloseTo(2_050 / 61_000.0, within(1e-6));
        given.apart.put("accept-ready selector", new Effect(Estimate.of(-10, 5, 4), false).value(0.95));
        assertThat(Judge.of(claim, given).parts().getFirst().verdict()).isEqualTo(INCONCLUSIVE);
    }

    @Test
    void aFamilyShares5PerCent() throws IOException {
        Claim one = claim("left-lower", "");
        Claim.Part part = one.parts().getFirst();
        Claim four = withParts(1, part, part, part, part);
        // Shown at 5 % on its own, but not as one of four.
        Given given = pair(-20, 0.12);
        assertThat(Judge.of(one, given).verdict()).isEqualTo(HOLDS);
        assertThat(Judge.of(four, given).verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(Judge.of(List.of(one, one, one, one), given))
                .allSatisfy(judgement -> assertThat(judgement.verdict()).isEqualTo(INCONCLUSIVE));
        Claim stranger =
                new Claim("es-9", "s", "p", one.theirs(), one.note(), one.testability(), 1, "es-9", one.parts());
        assertThat(Judge.of(List.of(four, stranger), given).getLast().verdict()).isEqualTo(HOLDS);
    }

    @Test
    void aClaimAboutSeveralCoresIsJudgedOnSeveralCores() throws IOException {
        Claim one = claim("left-lower", "");
        Claim two = withParts(2, one.parts().getFirst());
        Given given = pair(-20, 0.02);
        assertThat(Judge.of(one, given).placement()).isEqualTo("server on core 0, load on core 1");

        Judgement unmeasured = Judge.of(two, given);
        assertThat(unmeasured.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(unmeasured.parts().getFirst().why())
                .isEqualTo("ping connections=100 has not been measured, with 2 cores for the subjects");
        assertThat(unmeasured.placement()).isEmpty();

        given.noCores = Optional.of("it needs 2 cores for the subject, and this machine has 1 core");
        Judgement impossible = Judge.of(two, given);
        assertThat(impossible.verdict()).isEqualTo(NOT_MEASURABLE_HERE);
        assertThat(impossible.parts().getFirst().why()).startsWith("it needs 2 cores");
        assertThat(Judge.of(one, given).verdict()).as("other claims").isEqualTo(HOLDS);

        given.noCores = Optional.empty();
        given.elsewhere = Optional.of(new Given());
        given.elsewhere
                .get()
                .cells
                .put(
                        "ping connections=100",
                        MadeEvidence.of("threads", "virtual", "selector")
                                .placed(Placement.shared(List.of(0, 1)), null)
                                .truth(place -> Point.PLAIN.cpu(place.arm().equals("selector") ? 12 : 10))
                                .evidence());
        Judgement shared = Judge.of(two, given);
        assertThat(shared.verdict()).isEqualTo(REFUTED);
        assertThat(shared.placement()).isEqualTo("server and load share cores 0,1");
    }

    @Test
    void theWholeIsAsGoodAsItsWorstPart() throws IOException {
        Claim.Part holds = claim("left-lower", "").parts().getFirst();
        Claim.Part refuted = claim("left-higher", "").parts().getFirst();
        Judgement judgement = Judge.of(withParts(1, holds, refuted), pair(-20, 0.02));
        assertThat(judgement.parts()).extracting(Judgement.Part::verdict).containsExactly(HOLDS, REFUTED);
        assertThat(judgement.verdict()).isEqualTo(REFUTED);
        assertThat(judgement.words()).isEqualTo("refuted: holds (the CPU), refuted (the CPU)");
        assertThat(Judge.of(withParts(1, holds), pair(-20, 0.02)).words()).isEqualTo("holds");
        assertThat(List.of(HOLDS, INCONCLUSIVE, NOT_MEASURABLE_HERE, NO_DIFFERENCE, REFUTED))
                .isSortedAccordingTo((a, b) -> b.compareTo(a));
    }

    /** It states both, so it cannot hold any more, whatever the other part turns out to be. */
    @Test
    void aPartThatMakesNoDifferenceDecidesAClaimWhoseOtherPartIsOpen() throws IOException {
        Claim.Part open = claim("left-lower", "").parts().getFirst();
        Claim.Part none = claim("left-lower", "margin: 0.5\n").parts().getFirst();
        Judgement judgement = Judge.of(withParts(1, open, none), pair(-5, 0.1));
        assertThat(judgement.parts()).extracting(Judgement.Part::verdict).containsExactly(INCONCLUSIVE, NO_DIFFERENCE);
        assertThat(judgement.verdict()).isEqualTo(NO_DIFFERENCE);
    }

    /** A claim that states all of these. */
    private static Claim withParts(int cores, Claim.Part... parts) throws IOException {
        Claim one = claim("left-lower", "");
        return new Claim(
                one.id(),
                one.statement(),
                one.source(),
                one.theirs(),
                one.note(),
                one.testability(),
                cores,
                one.family(),
                List.of(parts));
    }

    private static Evidence rates(double perSecond, double spread) {
        double[] forks = forks(0, spread);
        return MadeEvidence.of("selector")
                .truth(place -> Point.PLAIN.rate(perSecond * Math.exp(forks[place.fork() - 1])))
                .evidence();
    }
}
