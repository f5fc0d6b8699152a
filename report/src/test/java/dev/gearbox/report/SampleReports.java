package dev.gearbox.report;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.node.JsonNodeFactory;

/** Invented results with everything that a report can show. No figure here was measured. */
public final class SampleReports {
    public static final String EVIL = "</script><img src=x onerror=alert(1)>";
    static final String BASE = "selector";
    public static final String FAILED = "pool?threads=5";
    static final List<String> RANKED =
            List.of(BASE, "epoll", "reactors?threads=2", "virtual", "selector-pool?threads=2", EVIL);

    private static final double[] FACTOR = {1, 0.91, 1.01, 1.83, 1.42, 1.03};
    private static final Verdict[] VERDICTS = {
        Verdict.BASELINE, Verdict.BETTER, Verdict.EQUIVALENT, Verdict.WORSE, Verdict.WORSE, Verdict.INCONCLUSIVE
    };
    private static final String[] TIES = {"b", "a", "b", "d", "c", "b"};

    private SampleReports() {}

    /** All of it: two cells of a sweep, an invalid one, claims, notes. */
    public static Report report() {
        return new Report(
                "echo-server",
                "Which I/O model serves many connections best on this machine?",
                Stream.concat(Stream.of(ping(100), ping(1000), invalid()), SampleAxes.map().stream())
                        .toList(),
                List.of(new StudySection(
                        "Sizes of " + EVIL,
                        List.of("threads", "rate"),
                        List.of(List.of("16", "80.1 [79.2, 81.0]"), List.of("32", EVIL)),
                        List.of("  16 |    *  |", "  32 |   o   |"),
                        List.of("It is flat from 16 on.", "The rule | holds."))),
                List.of(
                        new ClaimView(
                                "es-4",
                                "CPU: one selector < multi-Reactor < with a pool",
                                "A paper, table 2",
                                "one closed-loop run, CPU read by eye: 20 %, 25 %, 40 %",
                                "no difference",
                                List.of(
                                        new ClaimView.Part(
                                                "one selector below two",
                                                "ratio 1.01 [0.99, 1.03]",
                                                "no difference",
                                                "the interval lies within 5 %"),
                                        new ClaimView.Part(
                                                "two below a pool",
                                                "ratio 1.42 [1.38, 1.46]",
                                                "holds",
                                                "the interval lies on the side that was claimed")),
                                "",
                                "server on core 0, load on core 1"),
                        new ClaimView(
                                "es-6",
                                "accept takes " + EVIL,
                                "the same | figure 3",
                                "accept() timed with its wait",
                                "inconclusive",
                                List.of(new ClaimView.Part("the accept itself", "", "inconclusive", "not measured")),
                                "A blocking accept() waits.",
                                "")),
                List.of("Invented figures: an example."));
    }

    public static ExperimentResult ping(int connections) {
        Experiment experiment = experiment(
                "ping", Map.of("connections", String.valueOf(connections)), Instant.EPOCH.getEpochSecond(), 5);
        double load = connections > 100 ? 1.3 : 1;
        Map<Metric, Ranking> rankings = new EnumMap<>(Metric.class);
        rank(rankings, Metric.CPU, 12.4 * load, 0.02, 1);
        rank(rankings, Metric.USER, 4.1 * load, 0.02, 1);
        rank(rankings, Metric.SYSTEM, 8.3 * load, 0.02, 1);
        rank(rankings, Metric.P50, 61.5 * load, 0.03, 0.5);
        rank(rankings, Metric.P99, 180 * load, 0.06, -0.4);
        rank(rankings, Metric.RATE, 20000, 0.001, 0);
        rank(rankings, Metric.SWITCHES, 1.2, 0.01, 1);
        rank(rankings, Metric.ALLOCATED, 85, 0.01, 2);
        rank(rankings, Metric.THREADS, 14, 0.0001, 1);
        rank(rankings, Metric.RESIDENT, 71, 0.02, 1.5);
        if (connections == 100) {
            rank(rankings, Metric.CAPACITY, 61_200, 0.03, -0.8);
        }
        Quality quality = SampleQuality.of(5, 60)
                .dropped(58, Map.of("another program used more than 0.10 core", 2))
                .notWarm(List.of("virtual, fork 2: the JIT was not quiet after 20 s"))
                .generator(38.2, 0.41, 0.002, 0.33, 44.0)
                .sentinel(new RankedArm(
                        BASE + Experiment.SENTINEL_SUFFIX,
                        new Figure(12.4, 12.2, 12.6, 5),
                        new Figure(1.002, 0.994, 1.010, 5),
                        0.5,
                        0.5,
                        Verdict.EQUIVALENT,
                        "b"))
                .failures(List.of(FAILED + ", fork 1: no answer for 5 s"))
                .quality();
        return new ExperimentResult(
                evidence(experiment),
                new Findings(experiment, quality, rankings, Map.of()),
                Map.of(
                        "virtual",
                        new CausesView(
                                List.of(
                                        new CausesView.Category("socket write", 5.1),
                                        new CausesView.Category("socket read", 3.9),
                                        new CausesView.Category("scheduling of virtual threads", 8.2),
                                        new CausesView.Category("epoll wait", 2.2)),
                                Optional.of("flame virtual?#.html")),
                        BASE,
                        new CausesView(
                                List.of(
                                        new CausesView.Category("socket write", 5.3),
                                        new CausesView.Category("socket read", 3.5),
                                        new CausesView.Category("epoll wait", 3.1)),
                                Optional.empty())),
                List.of("experiment.json", "fork-01.jsonl", "fork-01.hlog"));
    }

    /** Arms that hold idle connections: by two kinds of memory. */
    public static ExperimentResult idle() {
        Experiment load = experiment("idle", Map.of(), 3, 3);
        Experiment experiment = new Experiment(
                load.format(),
                load.study(),
                load.workload(),
                "Connections that have said hello and are quiet.",
                load.parameters(),
                load.protocol(),
                load.server(),
                Experiment.MEMORY,
                load.load(),
                load.arms(),
                BASE,
                load.design(),
                load.machine(),
                load.seed());
        Map<Metric, Ranking> rankings = new EnumMap<>(Metric.class);
        rank(rankings, Metric.IDLE_RESIDENT, 3_100, 0.04, 2);
        rank(rankings, Metric.IDLE_HEAP, 1_240, 0.01, 2);
        Quality quality = SampleQuality.of(3, 6).quality();
        return new ExperimentResult(
                new Evidence(experiment, List.of(), List.of()), new Findings(experiment, quality, rankings, Map.of()));
    }

    /** The same findings, with costs that are those beside programs that kept these cores busy. */
    public static Findings besideOthers(Findings alone, double cores) {
        return new Findings(
                alone.experiment(),
                SampleQuality.like(alone.quality()).besideOthers(cores).quality(),
                alone.rankings(),
                alone.unfit());
    }

    /** One fork, so no intervals; and too much was dropped. */
    public static ExperimentResult invalid() {
        Experiment experiment = experiment("hello-bye", Map.of(), 7, 1);
        List<RankedArm> standings = List.of(
                new RankedArm(BASE, alone(40), alone(1), 1, 1, Verdict.INVALID, ""),
                new RankedArm("virtual", alone(44), alone(1.1), Double.NaN, Double.NaN, Verdict.INVALID, ""));
        Quality quality = SampleQuality.of(1, 12)
                .dropped(7, Map.of("steal above 2 %", 5))
                .generator(Double.NaN, 0.2, 0, null, null)
                .invalid("environment: 42 % of the blocks were dropped (steal above 2 %)")
                .quality();
        return new ExperimentResult(
                new Evidence(experiment, List.of(), List.of("fork-01.jsonl, line 9: cut off")),
                new Findings(
                        experiment,
                        quality,
                        Map.of(Metric.CPU, new Ranking(Metric.CPU, standings, Double.POSITIVE_INFINITY)),
                        Map.of()));
    }

    public static Findings findings(Metric metric, double detectable, RankedArm... standings) {
        Experiment experiment = experiment("ping", Map.of(), 1, 5);
        Quality quality = SampleQuality.of(5, 60).quality();
        return new Findings(
                experiment, quality, Map.of(metric, new Ranking(metric, List.of(standings), detectable)), Map.of());
    }

    public static RankedArm standing(String arm, double ratio, Verdict verdict, String ties) {
        return new RankedArm(
                arm,
                new Figure(10 * ratio, 9.8 * ratio, 10.2 * ratio, 5),
                new Figure(ratio, 0.98 * ratio, 1.02 * ratio, 5),
                0.01,
                0.02,
                verdict,
                ties);
    }

    private static Figure alone(double value) {
        return new Figure(value, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1);
    }

    private static void rank(Map<Metric, Ranking> rankings, Metric metric, double base, double spread, double power) {
        List<RankedArm> standings = new ArrayList<>();
        for (int at = 0; at < RANKED.size(); at++) {
            double ratio = Math.pow(FACTOR[at], power);
            double half = spread * (VERDICTS[at] == Verdict.INCONCLUSIVE ? 4 : 1);
            standings.add(new RankedArm(
                    RANKED.get(at),
                    new Figure(base * ratio, base * ratio * (1 - half), base * ratio * (1 + half), 5),
                    at == 0 ? new Figure(1, 1, 1, 5) : new Figure(ratio, ratio * (1 - half), ratio * (1 + half), 5),
                    at == 0 ? 1 : 0.003,
                    at == 0 ? 1 : 0.012,
                    power == 0 && at > 0 ? Verdict.EQUIVALENT : verdict(at, ratio, metric),
                    power == 0 ? "a" : TIES[at]));
        }
        Comparator<RankedArm> order =
                Comparator.comparingDouble(standing -> standing.value().value());
        standings.sort(metric.moreIsBetter() ? order.reversed() : order);
        rankings.put(metric, new Ranking(metric, standings, 0.08));
    }

    private static Verdict verdict(int at, double ratio, Metric metric) {
        return switch (VERDICTS[at]) {
            case BETTER, WORSE -> ratio > 1 == metric.moreIsBetter() ? Verdict.BETTER : Verdict.WORSE;
            default -> VERDICTS[at];
        };
    }

    private static Experiment experiment(String workload, Map<String, String> parameters, long seed, int forks) {
        List<Arm> arms = new ArrayList<>();
        RANKED.forEach(label -> arms.add(new Arm(label, List.of("serve", label))));
        arms.add(new Arm(FAILED, List.of("serve", FAILED)));
        arms.add(new Arm(BASE + Experiment.SENTINEL_SUFFIX, List.of("serve", BASE)));
        return experiment(workload, parameters, seed, forks, arms, BASE, true);
    }

    static Experiment experiment(
            String workload,
            Map<String, String> parameters,
            long seed,
            int forks,
            List<Arm> arms,
            String baseline,
            boolean sentinel) {
        return new Experiment(
                Experiment.FORMAT,
                "echo-server",
                workload,
                "64 B request and reply.",
                parameters,
                "echo",
                Map.of(),
                "open",
                JsonNodeFactory.instance.objectNode(),
                arms,
                baseline,
                new Design("quick", forks, 2, 0.3, 1, 20, 0.05, 0.95, List.of(forks), sentinel),
                new Machine(
                        2,
                        "An invented processor",
                        24_000,
                        "Linux amd64",
                        "6.18.1-generic",
                        "OpenJDK 64-Bit Server VM 25.0.3+9",
                        "bbr",
                        20_000,
                        "0.1.0",
                        "abc1234",
                        "server on core 0, load on core 1",
                        List.of("-XX:+UseSerialGC", "-Xmx1g"),
                        List.of("-Xmx512m")),
                seed);
    }

    /** One fork of two blocks; the second is disturbed. One arm has slices without times. */
    private static Evidence evidence(Experiment experiment) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
        List<ForkEvent> entries = new ArrayList<>();
        Map<Evidence.Key, TimeHistograms> times = new LinkedHashMap<>();
        entries.add(
                new ForkEvent.Launch(1, 1, Instant.EPOCH, "0.1", Map.of(), List.of("Transparent huge pages are on.")));
        for (int block = 1; block <= 2; block++) {
            for (int at = 0; at < RANKED.size(); at++) {
                String arm = RANKED.get(at);
                entries.add(new ForkEvent.Measured(slice(block, at + 1, arm, block == 2 ? 0.4 : 0.01)));
                if (!arm.equals("epoll")) {
                    Histogram histogram = TimeHistograms.empty();
                    for (int request = 0; request < 20_000; request++) {
                        double micros = 40 * FACTOR[at] * Math.exp(0.45 * random.nextGaussian())
                                + (random.nextDouble() < 0.004 ? 900 * random.nextDouble() : 0);
                        histogram.recordValue((long) (1000 * (block == 2 ? 50 * micros : micros)));
                    }
                    times.put(
                            new Evidence.Key(block, arm),
                            new TimeHistograms(Map.of(
                                    TimeHistograms.Kind.RESPONSE,
                                    histogram,
                                    TimeHistograms.Kind.SERVICE,
                                    histogram.copy())));
                }
            }
            entries.add(new ForkEvent.BlockDone(1, block));
        }
        entries.add(new ForkEvent.Counted(1, BASE, 100, Map.of(), "perf is not installed"));
        entries.add(new ForkEvent.ForkDone(1));
        return new Evidence(experiment, List.of(new Evidence.Fork(1, entries, times)), List.of());
    }

    private static Slice slice(int block, int position, String arm, double foreign) {
        return new Slice(
                1,
                1,
                block,
                position,
                arm,
                11,
                Instant.EPOCH,
                new Slice.Requests(1, 20_000, 20_000, 20_000, 0, 0, 0, 0, 100, 0, Map.of()),
                new Slice.ResourceUse(80_000, 160_000, 1000.0, null, null, null, null, 14, 71L << 20),
                new Slice.Disturbance(foreign, 0, 0),
                new Slice.GeneratorLag(true, List.of(), 3, 38, 0.41, 0));
    }
}
