package dev.gearbox.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Objective;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.fork.Thief;
import dev.gearbox.stats.RateSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Searches against a simulated server whose capacity is known. Writes {@code target/known-capacity.md}; a few searches in the build, 200 of each kind with
 * {@code -Ddeep}, which compares the table with that of decision 0027.
 */
@Tag("deep")
class KnownCapacityTest {
    private static final boolean DEEP = Boolean.getBoolean("gearbox.deep");
    private static final int RUNS = DEEP ? 200 : 2;
    private static final Objective OBJECTIVE = new Objective(0.99, 5);

    private static final double SERVICE = 1e-4;

    private static final double TRUTH =
            SyntheticServer.capacity(SERVICE, OBJECTIVE.millis() / 1e3, OBJECTIVE.quantile());

    /** Patience of a fork in a quick run, in seconds: half of what was announced for it. */
    private static final double PATIENCE = 20;

    /** What else runs on the machine. */
    enum Machine {
        QUIET("nothing"),
        VISITS_10("for 10 % of the time, 6 s each"),
        VISITS_25("for 25 % of the time, 6 s each"),
        VISITS_50("for 50 % of the time, 6 s each"),
        BURSTS_5("for 5 % of the time, 1 to 100 ms each"),
        BURSTS_10("for 10 % of the time, 1 to 100 ms each"),
        BURSTS_25("for 25 % of the time, 1 to 100 ms each");

        final String words;

        Machine(String words) {
            this.words = words;
        }

        ToDoubleBiFunction<Double, Double> stolen(long seed) {
            return switch (this) {
                case QUIET -> (from, to) -> 0;
                case VISITS_10 -> visits(0.10, seed);
                case VISITS_25 -> visits(0.25, seed);
                case VISITS_50 -> visits(0.50, seed);
                case BURSTS_5 -> new Bursts(0.05, seed)::share;
                case BURSTS_10 -> new Bursts(0.10, seed)::share;
                case BURSTS_25 -> new Bursts(0.25, seed)::share;
            };
        }

        private static ToDoubleBiFunction<Double, Double> visits(double busy, long seed) {
            Thief thief = new Thief(busy, seed);
            return thief::share;
        }
    }

    /** A program that takes the core for 1 to 100 ms, again and again. */
    private static final class Bursts {
        private final Random random;
        private final double pause;
        private double begins;
        private double ends;

        Bursts(double busy, long seed) {
            random = new Random(seed);
            pause = 0.0505 * (1 - busy) / busy;
            next(0);
        }

        private void next(double after) {
            begins = after - pause * Math.log(1 - random.nextDouble());
            ends = begins + 0.001 + 0.099 * random.nextDouble();
        }

        double share(double from, double to) {
            double share = 0;
            while (ends <= to) {
                share += Math.max(0, ends - Math.max(begins, from));
                next(ends);
            }
            return (share + Math.max(0, to - Math.max(begins, from))) / (to - from);
        }
    }

    private record Found(ForkEvent.Capacity capacity, double seconds) {
        static Found of(Machine machine, double service, RateSearch.Goal usual, long seed) throws Exception {
            ToDoubleBiFunction<Double, Double> stolen = machine.stolen(seed);
            SyntheticServer server = new SyntheticServer(service, stolen, seed ^ 0x5DEECE66DL);
            CapacitySearch search =
                    new CapacitySearch("arm", server, OBJECTIVE, CapacitySearch.goal(usual, OBJECTIVE, 1.8));
            double patience = PATIENCE;
            while (!search.over()) {
                if (search.disturbed()) {
                    while (patience > 0 && stolen.applyAsDouble(server.now(), server.now() + 0.3) > 0.02) {
                        server.rest(1);
                        patience--;
                    }
                    server.rest(0.3);
                    patience -= 0.3;
                }
                search.trial();
            }
            return new Found(search.found(1), server.now());
        }

        boolean known() {
            return capacity.unavailable() == null && capacity.upper() != null;
        }

        double rate() {
            Double upper = capacity.upper();
            return upper == null ? Double.NaN : Math.sqrt(capacity.lower() * upper);
        }
    }

    private static List<Found> all(Machine machine, double service, RateSearch.Goal usual, int runs) {
        return IntStream.range(0, runs)
                .parallel()
                .mapToObj(run -> {
                    try {
                        return Found.of(machine, service, usual, 20261125 + 7919L * run);
                    } catch (Exception impossible) {
                        throw new AssertionError(impossible);
                    }
                })
                .toList();
    }

    private static double share(List<Found> found, double truth, double within) {
        return found.stream()
                        .filter(Found::known)
                        .filter(one -> Math.abs(one.rate() / truth - 1) <= within)
                        .count()
                / (double) found.stream().filter(Found::known).count();
    }

    /** Searches among short disturbances take long to simulate: two kinds of machines in the build. */
    static Stream<Machine> machines() {
        return DEEP ? Stream.of(Machine.values()) : Stream.of(Machine.QUIET, Machine.VISITS_25);
    }

    @ParameterizedTest
    @MethodSource("machines")
    void findsTheCapacityWithinFivePercent(Machine machine) {
        List<Found> found = all(machine, SERVICE, RateSearch.Goal.QUICK, RUNS);

        assertThat(found.stream().filter(Found::known).count() / (double) RUNS)
                .as("found at all")
                .isGreaterThan(machine == Machine.BURSTS_25 ? -1 : 0.9);
        if (found.stream().anyMatch(Found::known)) {
            assertThat(share(found, TRUTH, 0.05)).isGreaterThanOrEqualTo(DEEP ? 0.95 : 0.5);
        }
    }

    /** What is not found is not wrong: it says why, and how far the objective was met. */
    @Test
    void whereNoPieceIsUndisturbedNothingIsClaimed() throws Exception {
        SyntheticServer server = new SyntheticServer(1e-4, (from, to) -> 0.5, 1);
        CapacitySearch search = new CapacitySearch("arm", server, OBJECTIVE, RateSearch.Goal.QUICK);
        while (!search.over()) {
            search.trial();
        }
        assertThat(search.found(1).unavailable())
                .isEqualTo("120 pieces of trials were void, the last one because: other programs used the machine");
    }

    @Test
    void trialsLastTwentyTimesTheObjectiveOrMore() throws ChildException, InterruptedException {
        for (double millis : new double[] {1, 5, 100, 2_000}) {
            for (RateSearch.Goal usual : List.of(RateSearch.Goal.QUICK, RateSearch.Goal.FULL)) {
                RateSearch.Goal goal = CapacitySearch.goal(usual, new Objective(0.99, millis), 0.1);
                assertThat(goal.trialSeconds()).isGreaterThanOrEqualTo(20 * millis / 1e3);
                assertThat(goal.trialSeconds() * usual.width()).isGreaterThanOrEqualTo(millis / 1e3 - 1e-9);
                assertThat(goal.durationSum() / goal.trialSeconds())
                        .isEqualTo(usual.durationSum() / usual.trialSeconds(), within(1e-9));
            }
        }
    }

    @Test
    @SuppressWarnings("OrphanedFormatString") // percentages
    void theTableOfTheDecision() throws IOException {
        String decision = Files.readString(Path.of("..", "docs", "decisions", "0027-racing.md"));
        StringBuilder table = new StringBuilder("""
                | another program runs | found | within 5 % of the capacity | found to capacity, 5th and 95th percentile | time, median |
                |---|---|---|---|---|
                """);
        assertThat(decision).contains(table);
        int runs = DEEP ? 200 : 1;
        for (Machine machine : machines().toList()) {
            List<Found> found = all(machine, SERVICE, RateSearch.Goal.QUICK, runs);
            double[] rates = found.stream()
                    .filter(Found::known)
                    .mapToDouble(one -> one.rate() / TRUTH)
                    .sorted()
                    .toArray();
            double[] seconds =
                    found.stream().mapToDouble(Found::seconds).sorted().toArray();
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f %% | %.0f %% | %s | %.0f s |\n",
                    machine.words,
                    100.0 * rates.length / runs,
                    100 * share(found, TRUTH, 0.05),
                    rates.length == 0
                            ? "-"
                            : String.format(
                                    Locale.ROOT,
                                    "%.3f, %.3f",
                                    rates[rates.length / 20],
                                    rates[rates.length * 95 / 100]),
                    seconds[seconds.length / 2]));
        }
        Files.writeString(Path.of("target", "known-capacity.md"), table);
        assertThat(Machine.values()).allMatch(machine -> decision.contains("| " + machine.words + " |"));
        if (DEEP) {
            assertThat(decision).contains(table);
        }
    }
}
