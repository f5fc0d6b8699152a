package dev.gearbox.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.lab.load.LoadHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Simulated experiments whose arms leave when they are decided: how often a verdict is false, and what the race gains. A few runs in the build, 2,000 of each
 * kind with {@code -Ddeep}, which also compares the table with that of decision 0027. Writes {@code target/racing.md}.
 */
@Tag("deep")
class RacingTest {
    private static final boolean DEEP = Boolean.getBoolean("gearbox.deep");
    private static final int RUNS = DEEP ? 2_000 : 8;
    private static final long SEED = 20261125;
    private static final double TENTH = Math.log(1.10);
    private static final Race RACE = new VerdictRace();

    /** The most false verdicts: 5 % in 2,000 runs, and in a few what chance explains in 999 of 1,000 cases. */
    private static final double MOST = DEEP ? 0.05 : 0.05 + 3.1 * Math.sqrt(0.05 * 0.95 / RUNS);

    /** The kinds of runs. */
    @SuppressWarnings("ImmutableEnumChecker") // a design is a record of numbers and copied lists
    enum Kind {
        TWO("quick, two arms", new Effort.Quick(), 2, 0),
        TWO_DISTURBED("quick, two arms, disturbed for 25 % of the time", new Effort.Quick(), 2, 0.25),
        SIX("quick, six arms", new Effort.Quick(), 6, 0),
        FULL("full, two arms and a copy, 12 blocks", new Effort.Full(), 2, 0),
        UNTIL("until decided, two arms, 30 min", new Effort.UntilDecided(Duration.ofMinutes(30)), 2, 0),
        UNTIL_SIX("until decided, six arms, 30 min", new Effort.UntilDecided(Duration.ofMinutes(30)), 6, 0),
        TWO_NOISY("quick, two arms, six times the spread between forks", new Effort.Quick(), 2, 0, 6),
        UNTIL_NOISY(
                "until decided, two arms, 10 min, six times the spread",
                new Effort.UntilDecided(Duration.ofMinutes(10)),
                2,
                0,
                6);

        final String words;
        final Design design;
        final int arms;
        final double busy;
        final double noise;

        Kind(String words, Effort effort, int arms, double busy) {
            this(words, effort, arms, busy, 1);
        }

        Kind(String words, Effort effort, int arms, double busy, double noise) {
            this.noise = noise;
            this.words = words;
            Design usual = effort.design(arms, 0, 0.1);
            // More blocks take longer to simulate, and change only the noise.
            this.design = usual.withBlocks(Math.min(12, usual.blocks()));
            this.arms = arms;
            this.busy = busy;
        }

        RacedRun run(double[] effects, int number) {
            return new RacedRun(design, effects, busy, noise, SEED + 7919L * number);
        }

        double[] equal() {
            return new double[arms];
        }
    }

    /** @param taken in announced times */
    private record Outcome(List<Verdict> verdicts, double taken) {
        static Outcome of(RacedRun run, int arms) {
            Findings findings = Analysis.of(run.run(RACE), Set.of(Metric.CPU));
            List<Verdict> verdicts = new ArrayList<>();
            for (int arm = 1; arm < arms; arm++) {
                String name = RacedRun.name(arm);
                verdicts.add(findings.by(Metric.CPU)
                        .flatMap(ranking -> ranking.of(name))
                        .map(Ranking.RankedArm::verdict)
                        .orElse(Verdict.INVALID));
            }
            return new Outcome(verdicts, run.seconds() / run.announced());
        }

        boolean different(int arm) {
            return verdicts.get(arm - 1) == Verdict.BETTER || verdicts.get(arm - 1) == Verdict.WORSE;
        }

        boolean anyDifferent(int... arms) {
            return Arrays.stream(arms).anyMatch(this::different);
        }

        double decided() {
            return verdicts.stream()
                            .filter(verdict -> verdict != Verdict.INCONCLUSIVE && verdict != Verdict.INVALID)
                            .count()
                    / (double) verdicts.size();
        }
    }

    private static List<Outcome> outcomes(Kind kind, double[] effects, int runs) {
        return IntStream.range(0, runs)
                .parallel()
                .mapToObj(run -> Outcome.of(kind.run(effects, run), kind.arms))
                .toList();
    }

    private static double share(List<Outcome> all, Function<Outcome, Boolean> which) {
        return all.stream().filter(which::apply).count() / (double) all.size();
    }

    private static double mean(List<Outcome> all, Function<Outcome, Double> value) {
        return all.stream().mapToDouble(value::apply).average().orElseThrow();
    }

    private static int[] others(int arms) {
        return IntStream.range(1, arms).toArray();
    }

    @ParameterizedTest
    @EnumSource
    void fewVerdictsOnEqualArmsAreFalse(Kind kind) {
        List<Outcome> equal = outcomes(kind, kind.equal(), RUNS);

        assertThat(share(equal, outcome -> outcome.anyDifferent(others(kind.arms))))
                .isLessThanOrEqualTo(MOST);
        assertThat(equal).allMatch(outcome -> outcome.taken() < 2.01);
    }

    /** Arms that differ leave early; those that do not are then compared for longer, and still rarely called different. */
    @Test
    void norAreThoseOnArmsThatStay() {
        double[] effects = {0, 0.3, -0.3, 0.5, 0, 0};
        List<Outcome> some = outcomes(Kind.SIX, effects, RUNS);

        assertThat(share(some, outcome -> outcome.anyDifferent(4, 5))).isLessThanOrEqualTo(MOST);
        assertThat(share(some, outcome -> outcome.different(1) && outcome.different(2) && outcome.different(3)))
                .isGreaterThan(0.8);
    }

    /** An arm that is dearer by just the margin is called equal in at most one of twenty runs, over all looks together. */
    @ParameterizedTest
    @EnumSource(names = {"TWO", "UNTIL"})
    void anArmAtTheMarginIsRarelyCalledEqual(Kind kind) {
        double margin = Math.log1p(kind.design.margin());
        List<Outcome> atMargin = outcomes(kind, new double[] {0, margin}, RUNS);

        assertThat(share(atMargin, outcome -> outcome.verdicts().getFirst() == Verdict.EQUIVALENT))
                .isLessThanOrEqualTo(MOST);
    }

    /** The tests above must be able to fail: here a look stops whenever p is below 5 %, and the verdict is that of its own look. */
    @Test
    void lookingWithoutABoundIsWrongMoreOften() {
        int runs = 40;
        Design design = Kind.UNTIL.design.withBlocks(2);
        long different = IntStream.range(0, runs)
                .parallel()
                .filter(number -> {
                    Evidence evidence = new RacedRun(design, Kind.UNTIL.equal(), 0, SEED + number).run(Race.NONE);
                    return design.looks().stream().anyMatch(look -> p(evidence.first(look)) < 0.05);
                })
                .count();
        assertThat(different / (double) runs).isGreaterThan(0.15);
    }

    private static double p(Evidence evidence) {
        return Analysis.of(evidence, Set.of(Metric.CPU))
                .by(Metric.CPU)
                .flatMap(ranking -> ranking.of(RacedRun.name(1)))
                .orElseThrow()
                .p();
    }

    @Test
    void theTimeOfThoseWhoLeaveGoesToTheOthers() {
        double[] effects = {0, 1, 1, 1, 1, 0.05};
        Evidence evidence = Kind.SIX.run(effects, 1).run(RACE);

        Evidence.Fork last = evidence.forks().getLast();
        assertThat(last.number()).isEqualTo(5);
        assertThat(last.all(ForkEvent.Raced.class))
                .singleElement()
                .satisfies(raced -> assertThat(raced.left()).containsExactly("arm 1", "arm 2", "arm 3", "arm 4"));
        assertThat(last.blocks().values()).allSatisfy(block -> assertThat(block).containsOnlyKeys("arm 0", "arm 5"));
        assertThat(last.blocks()).hasSizeGreaterThan(3 * Kind.SIX.design.blocks());
        assertThat(evidence.forks().getFirst().blocks()).hasSize(Kind.SIX.design.blocks());
        RacedRun run = Kind.SIX.run(effects, 1);
        run.run(RACE);
        assertThat(run.seconds() / run.announced()).isBetween(0.9, 1.001);
    }

    @Test
    void whatIsDecidedStaysDecided() {
        for (int number = 0; number < 20; number++) {
            Evidence evidence = Kind.SIX
                    .run(new double[] {0, 0.05, 0.1, 0.15, 0.2, 0.25}, number)
                    .run(RACE);
            for (int fork = 4; fork <= evidence.forks().size(); fork++) {
                assertThat(RACE.decided(evidence.first(fork))).containsAll(RACE.decided(evidence.first(fork - 1)));
            }
        }
    }

    /** A run that was interrupted, or whose earlier forks are read from files, decides the same. */
    @Test
    void aResumedRunMakesTheSameDecisions() {
        double[] effects = {0, 0.05, 0.1, 0.15, 0.2, 0.25};
        for (int number = 0; number < 5; number++) {
            Evidence whole = Kind.SIX.run(effects, number).run(RACE);
            for (int fork = 3; fork < whole.forks().size(); fork++) {
                Evidence.Fork next = whole.forks().get(fork);
                Evidence before = whole.first(fork);
                RacePlan resumed = new RacePlan(whole.experiment(), RACE, LoadHarness::forkSeconds, false);
                List<String> left = RacePlan.left(
                        whole.experiment(), resumed.of(next.number(), before).orElseThrow());
                assertThat(next.all(ForkEvent.Raced.class).stream()
                                .flatMap(raced -> raced.left().stream())
                                .toList())
                        .isEqualTo(left);
            }
        }
    }

    /** The race may not change the arms of a fork that is under way, whatever is decided by then. */
    @Test
    void aForkThatHasBegunKeepsItsArms() {
        Evidence whole = Kind.SIX.run(new double[] {0, 1, 1, 1, 1, 0.05}, 1).run(RACE);
        RacePlan plan = new RacePlan(
                whole.experiment(),
                _ -> {
                    throw new AssertionError("decided again");
                },
                LoadHarness::forkSeconds,
                false);

        assertThat(plan.of(5, whole).orElseThrow().arms())
                .extracting(arm -> arm.label())
                .containsExactly("arm 0", "arm 5");
    }

    @Test
    void anExperimentOfOneArmHasNothingToDecide() {
        RacedRun run = new RacedRun(new Effort.Quick().design(1, 0, 0.1), new double[] {0}, 0, 1);
        assertThat(run.run(RACE).forks()).hasSize(5);
        assertThat(run.seconds()).isCloseTo(run.announced(), within(0.01));
    }

    /** Until arms leave, what remains is what was announced; from then on what the rest takes. The last fork is never cut short. */
    @Test
    void theTimeLeftIsRightWithinAFifth() {
        int right = 0;
        int all = 0;
        for (int number = 0; number < 20; number++) {
            RacedRun run = Kind.SIX.run(new double[] {0, 1, 1, 1, 0.02, 0.02}, number);
            Evidence evidence = run.run(RACE);
            if (evidence.forks().size() < 5) {
                continue; // the rest was decided early: that cannot be known before
            }
            for (RacedRun.Said said : run.said()) {
                double left = run.seconds() - said.at();
                right += Math.abs(said.left() - left) <= 0.2 * left + 5 ? 1 : 0;
                all++;
            }
        }
        assertThat(all).isPositive();
        assertThat(right / (double) all).isGreaterThan(0.95);
    }

    @Test
    void theTableOfTheDecision() throws IOException {
        String decision = Files.readString(Path.of("..", "docs", "decisions", "0027-racing.md"));
        StringBuilder table = new StringBuilder("""
                | run | equal arms: a false difference | equal arms: decided | time | dearer by a tenth: found | time |
                |---|---|---|---|---|---|
                """);
        assertThat(decision).contains(table);
        int runs = DEEP ? 300 : 1;
        for (Kind kind : Kind.values()) {
            double[] dearer = kind.equal();
            Arrays.fill(dearer, 1, kind.arms, TENTH);
            List<Outcome> equal = outcomes(kind, kind.equal(), runs);
            List<Outcome> unequal = outcomes(kind, dearer, runs);
            String row = "| " + kind.words + " |";
            table.append(row)
                    .append(String.format(
                            Locale.ROOT,
                            " %.1f %% | %.0f %% | %.2f | %.0f %% | %.2f |\n",
                            100 * share(equal, outcome -> outcome.anyDifferent(others(kind.arms))),
                            100 * mean(equal, Outcome::decided),
                            mean(equal, Outcome::taken),
                            100
                                    * mean(
                                            unequal,
                                            outcome -> Arrays.stream(others(kind.arms))
                                                            .filter(outcome::different)
                                                            .count()
                                                    / (kind.arms - 1.0)),
                            mean(unequal, Outcome::taken)));
        }
        Files.writeString(Path.of("target", "racing.md"), table);
        assertThat(Kind.values()).allMatch(kind -> decision.contains("| " + kind.words + " |"));
        if (DEEP) {
            assertThat(decision).contains(table);
        }
    }
}
