package dev.gearbox.evidence;

import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.stats.FitnessLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Synthetic evidence: the test defines every slice, so the true values are known. */
public final class MadeEvidence {
    static final double RATE = 1_000;

    /** The properties of a slice: by default 10 µs of CPU for each of 1,000 requests, without disturbance. */
    public record Point(
            double cpuMicros,
            double allocated,
            double answered,
            long censored,
            long connects,
            double foreign,
            double steal,
            Slice.GeneratorLag generator,
            double responseMicros,
            int requests) {
        public static final Point PLAIN =
                new Point(10, 100, RATE, 0, 0, 0, 0, new Slice.GeneratorLag(true, List.of(), 1, 5, 0.3, 0), 0, 0);

        public Point cpu(double micros) {
            return new Point(
                    micros,
                    allocated,
                    answered,
                    censored,
                    connects,
                    foreign,
                    steal,
                    generator,
                    responseMicros,
                    requests);
        }

        public Point allocated(double bytes) {
            return new Point(
                    cpuMicros,
                    bytes,
                    answered,
                    censored,
                    connects,
                    foreign,
                    steal,
                    generator,
                    responseMicros,
                    requests);
        }

        public Point rate(double perSecond) {
            return new Point(
                    cpuMicros,
                    allocated,
                    perSecond,
                    censored,
                    connects,
                    foreign,
                    steal,
                    generator,
                    responseMicros,
                    requests);
        }

        public Point censored(long count) {
            return new Point(
                    cpuMicros,
                    allocated,
                    answered,
                    count,
                    connects,
                    foreign,
                    steal,
                    generator,
                    responseMicros,
                    requests);
        }

        Point connects(long count) {
            return new Point(
                    cpuMicros,
                    allocated,
                    answered,
                    censored,
                    count,
                    foreign,
                    steal,
                    generator,
                    responseMicros,
                    requests);
        }

        public Point foreign(double cores) {
            return new Point(
                    cpuMicros,
                    allocated,
                    answered,
                    censored,
                    connects,
                    cores,
                    steal,
                    generator,
                    responseMicros,
                    requests);
        }

        public Point steal(double share) {
            return new Point(
                    cpuMicros,
                    allocated,
                    answered,
                    censored,
                    connects,
                    foreign,
                    share,
                    generator,
                    responseMicros,
                    requests);
        }

        /** Returns a slice whose generator was not fit, for one reason. */
        public Point unfit(String reason, double lagMicros, double away) {
            return generator(new Slice.GeneratorLag(false, List.of(reason), 1, lagMicros, 0.3, away));
        }

        /** Returns a slice whose generator was busy for this share of the time; if that is small, an unfit generator was off its core. */
        public Point unfit(double busy) {
            return generator(new Slice.GeneratorLag(
                    false, List.of("worked too much"), 1, 5, busy, busy > FitnessLimits.WORK ? 0 : 0.3));
        }

        private Point generator(Slice.GeneratorLag other) {
            return new Point(
                    cpuMicros,
                    allocated,
                    answered,
                    censored,
                    connects,
                    foreign,
                    steal,
                    other,
                    responseMicros,
                    requests);
        }

        public Point times(double micros, int count) {
            return new Point(
                    cpuMicros, allocated, answered, censored, connects, foreign, steal, generator, micros, count);
        }
    }

    /** The position of a slice; both numbers start at 1. */
    public record Place(int fork, int block, String arm) {}

    /** Defines the slices. */
    public interface Truth {
        Point at(Place place);
    }

    private final List<String> arms;
    private int forks = 5;
    private int blocks = 12;
    private int announced;
    private String loop = "open";
    private List<Integer> looks = List.of();
    private boolean sentinel;
    private List<String> exceeding = List.of();
    private Truth truth = _ -> Point.PLAIN;
    private final List<ForkEvent> entries = new ArrayList<>();
    private Map<String, String> parameters = Map.of("connections", "100");
    private String workload = "ping";
    private UnaryOperator<Machine> machine = UnaryOperator.identity();
    private @Nullable Placement placement;
    private @Nullable PlacementControl control;
    private String load = "{\"arrivals\":{\"users\":100}}";
    private final Set<Place> missing = new java.util.HashSet<>();

    private MadeEvidence(List<String> arms) {
        this.arms = arms;
    }

    /** The first arm is the baseline. */
    public static MadeEvidence of(String... arms) {
        return new MadeEvidence(List.of(arms));
    }

    public MadeEvidence forks(int count) {
        forks = count;
        return this;
    }

    public MadeEvidence blocks(int count) {
        blocks = count;
        return this;
    }

    /** Fewer than were measured: the others are in place of disturbed ones. */
    public MadeEvidence announced(int count) {
        announced = count;
        return this;
    }

    public MadeEvidence closed() {
        loop = "closed";
        return this;
    }

    MadeEvidence jobs() {
        loop = Experiment.JOB;
        return this;
    }

    public MadeEvidence looks(Integer... at) {
        looks = List.of(at);
        return this;
    }

    public MadeEvidence sentinel() {
        sentinel = true;
        return this;
    }

    /** Arms whose load is above their capacity of 40/s. */
    public MadeEvidence exceeding(String... labels) {
        exceeding = List.of(labels);
        return this;
    }

    public MadeEvidence truth(Truth is) {
        truth = is;
        return this;
    }

    public MadeEvidence entry(ForkEvent entry) {
        entries.add(entry);
        return this;
    }

    public MadeEvidence cell(String name, Map<String, String> axes) {
        workload = name;
        parameters = axes;
        return this;
    }

    public MadeEvidence machine(UnaryOperator<Machine> change) {
        machine = change;
        return this;
    }

    /** Measured in a placement of its own, with what an A/A has shown there; null: there was none. */
    public MadeEvidence placed(Placement where, @Nullable PlacementControl aa) {
        placement = where;
        control = aa;
        return machine(old -> new Machine(
                old.cores(),
                old.cpu(),
                old.memoryMiB(),
                old.os(),
                old.kernel(),
                old.jdk(),
                old.congestionControl(),
                old.descriptorLimit(),
                old.version(),
                old.commit(),
                where.caption(),
                old.serverFlags(),
                old.generatorFlags()));
    }

    public MadeEvidence load(String json) {
        load = json;
        return this;
    }

    public MadeEvidence without(Place place) {
        missing.add(place);
        return this;
    }

    /** Two arms from log values by arm, fork and block, as {@code SyntheticTrials} draws them: CPU in µs. */
    public static MadeEvidence drawn(double[][][] values, String... arms) {
        return of(arms).forks(values[0].length)
                .blocks(values[0][0].length)
                .truth(place -> Point.PLAIN.cpu(10
                        * Math.exp(values[List.of(arms).indexOf(place.arm())][place.fork() - 1][place.block() - 1])));
    }

    public Evidence evidence() {
        List<String> labels = new ArrayList<>(arms);
        if (sentinel) {
            labels.add(arms.getFirst() + Experiment.SENTINEL_SUFFIX);
        }
        List<Integer> stops = looks.isEmpty() ? List.of(forks) : looks;
        Experiment experiment = new Experiment(
                Experiment.FORMAT,
                "echo-server",
                workload,
                "request and reply",
                parameters,
                "echo",
                Map.of(),
                loop,
                JsonMapper.shared().readTree(load),
                labels.stream()
                        .map(label -> new Arm(
                                label,
                                List.of("java", label),
                                exceeding.contains(label) ? new ArmBound(400, 40.0, "16 threads", true) : null))
                        .toList(),
                arms.getFirst(),
                new Design(
                        "quick",
                        stops.getLast(),
                        announced == 0 ? blocks : announced,
                        0.1,
                        0.9,
                        8,
                        0.05,
                        0.95,
                        stops,
                        sentinel),
                machine.apply(new Machine(
                        2,
                        "a processor",
                        8_000,
                        "Linux amd64",
                        "6.18.1",
                        "OpenJDK 25.0.1",
                        "bbr",
                        20_000,
                        "0.1.0",
                        "abc1234",
                        "server on core 0, load on core 1",
                        List.of("-Xmx512m"),
                        List.of())),
                42);
        experiment = experiment.placed(placement).controlled(control);
        List<Evidence.Fork> measured = new ArrayList<>();
        for (int fork = 1; fork <= forks; fork++) {
            int number = fork;
            List<ForkEvent> diary = new ArrayList<>(
                    entries.stream().filter(entry -> entry.fork() == number).toList());
            Map<Evidence.Key, TimeHistograms> times = new HashMap<>();
            for (int block = 1; block <= blocks; block++) {
                for (String arm : labels) {
                    Place place = new Place(fork, block, arm);
                    if (!missing.contains(place)) {
                        Point point = truth.at(place);
                        diary.add(new ForkEvent.Measured(slice(place, point)));
                        times.put(new Evidence.Key(block, arm), times(point));
                    }
                }
                diary.add(new ForkEvent.BlockDone(fork, block));
            }
            diary.add(new ForkEvent.ForkDone(fork));
            measured.add(new Evidence.Fork(fork, diary, times));
        }
        return new Evidence(experiment, measured, List.of());
    }

    public Findings findings() {
        return Analysis.of(evidence());
    }

    private static TimeHistograms times(Point point) {
        if (point.requests() == 0) {
            return new TimeHistograms(Map.of());
        }
        Histogram response = TimeHistograms.empty();
        long nanos = Math.round(point.responseMicros() * 1_000);
        // Nine tenths at the value, the rest twice as slow, so that the quantiles differ.
        long slow = point.requests() / 10;
        response.recordValueWithCount(nanos, point.requests() - slow);
        if (slow > 0) {
            response.recordValueWithCount(2 * nanos, slow);
        }
        return new TimeHistograms(new LinkedHashMap<>(Map.of(TimeHistograms.Kind.RESPONSE, response)));
    }

    private static Slice slice(Place place, Point point) {
        double seconds = 0.9;
        return new Slice(
                place.fork(),
                1,
                place.block(),
                1,
                place.arm(),
                7,
                Instant.EPOCH,
                new Slice.Requests(
                        seconds,
                        point.answered(),
                        point.answered(),
                        Math.round(point.answered() * seconds),
                        point.censored(),
                        0,
                        0,
                        point.connects(),
                        100,
                        0,
                        Map.of()),
                new Slice.ResourceUse(
                        point.cpuMicros() * point.answered() * 0.4,
                        point.cpuMicros() * point.answered() * 0.6,
                        null,
                        point.allocated() * point.answered(),
                        null,
                        0.0,
                        0.0,
                        20,
                        64L << 20),
                new Slice.Disturbance(point.foreign(), point.steal(), 0),
                point.generator());
    }

    /** Labels in order. */
    public static List<String> labels(Ranking ranking) {
        return ranking.standings().stream().map(Ranking.RankedArm::arm).toList();
    }

    /** The causes of dropped blocks. */
    static Set<String> causes(Findings findings) {
        return new TreeSet<>(findings.quality().dropped().keySet());
    }
}
