package dev.gearbox.cli.claims;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.load.plan.Arrivals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.node.JsonNodeFactory;

/** An experiment in one cell in which each arm has the given figures, quiet and regular, with a small difference between forks. */
public final class MadeCell {
    private static final int FORKS = 4;
    private static final int BLOCKS = 3;
    private static final double SECONDS = 1_000;
    private static final long UNITS = 1_000_000;
    private static final double RATE = 1_000;
    private static final double SPREAD = 0.0004;
    private static final long MEBI = 1 << 20;

    private final Claim.CellRef cell;
    private final Condition condition;
    private final Map<String, Map<Metric, Double>> arms = new LinkedHashMap<>();
    private final List<Arm> written = new ArrayList<>();
    private Optional<Placement> placement = Optional.empty();

    /** An experiment in the default placement, without arms. */
    public MadeCell(Claim.CellRef cell, Condition condition) {
        this.cell = cell;
        this.condition = condition;
    }

    /** Moves the experiment to another placement. */
    public void on(Placement other) {
        placement = Optional.of(other);
    }

    /** Adds an arm with its figures; a metric without one has a usual value. */
    public void arm(String label, Optional<ArmBound> bound, Map<Metric, Double> figures) {
        arms.put(label, figures);
        written.add(new Arm(label, List.of(), bound.orElse(null)));
    }

    /** Returns the experiment with its slices. */
    public Evidence evidence() {
        List<Evidence.Fork> forks = new ArrayList<>();
        for (int fork = 1; fork <= FORKS; fork++) {
            List<ForkEvent> entries = new ArrayList<>();
            Map<Evidence.Key, TimeHistograms> times = new HashMap<>();
            for (int block = 1; block <= BLOCKS; block++) {
                for (Map.Entry<String, Map<Metric, Double>> arm : arms.entrySet()) {
                    ArmFigures figures = new ArmFigures(arm.getValue(), noise(fork, arm.getKey()));
                    entries.add(new ForkEvent.Measured(slice(fork, block, arm.getKey(), figures)));
                    times.put(new Evidence.Key(block, arm.getKey()), figures.times());
                }
                entries.add(new ForkEvent.BlockDone(fork, block));
            }
            for (Map.Entry<String, Map<Metric, Double>> arm : arms.entrySet()) {
                ArmFigures figures = new ArmFigures(arm.getValue(), noise(fork, arm.getKey()));
                entries.add(new ForkEvent.Counted(
                        fork, arm.getKey(), 1, Map.of(), Math.round(figures.of(Metric.READ_BYTES, MEBI)), null));
            }
            entries.add(new ForkEvent.ForkDone(fork));
            forks.add(new Evidence.Fork(fork, entries, times));
        }
        return new Evidence(experiment(), forks, List.of());
    }

    private double noise(int fork, String arm) {
        int order = List.copyOf(arms.keySet()).indexOf(arm);
        return Math.exp(SPREAD * (Math.floorMod(fork * (order + 1), FORKS) - 1.5));
    }

    private Experiment experiment() {
        Experiment made = new Experiment(
                Experiment.FORMAT,
                "made",
                cell.workload(),
                "made, not measured",
                condition.parameters(),
                "echo",
                Map.of(),
                loop(),
                JsonNodeFactory.instance.objectNode(),
                written,
                written.getFirst().label(),
                new Design("made", FORKS, BLOCKS, 0.1, SECONDS, 8, 0.05, 0.95, List.of(FORKS), false),
                new Machine(
                        4,
                        "",
                        0,
                        "",
                        "",
                        "",
                        "",
                        0,
                        "",
                        "",
                        placement.map(Placement::caption).orElse("server on core 0, load on core 1"),
                        List.of(),
                        List.of()),
                1);
        return placement.map(made::placed).orElse(made);
    }

    private String loop() {
        return switch (condition) {
            case JobCell _ -> Experiment.JOB;
            case MemoryCell _ -> Experiment.MEMORY;
            case Cell load -> load.arrivals() instanceof Arrivals.Closed ? "closed" : Experiment.OPEN;
        };
    }

    private Slice slice(int fork, int block, String arm, ArmFigures figures) {
        double rate = figures.rate();
        boolean job = condition instanceof JobCell;
        long answered = job ? Math.round(UNITS * figures.of(Metric.COMPLETED, 100) / 100) : Math.round(rate * SECONDS);
        double cpu = figures.cpuMicros(rate);
        Slice slice = new Slice(
                fork,
                1,
                block,
                1,
                arm,
                block,
                Instant.EPOCH,
                new Slice.Requests(
                        SECONDS,
                        rate,
                        rate,
                        answered,
                        0,
                        job ? 0 : Math.round(answered * (100 / figures.of(Metric.COMPLETED, 100) - 1)),
                        0,
                        Math.round(figures.of(Metric.CONNECTS, 1) * SECONDS),
                        100_000,
                        0,
                        Map.of()),
                new Slice.ResourceUse(
                        cpu / 2,
                        cpu / 2,
                        figures.of(Metric.SWITCHES, 1) * rate,
                        figures.of(Metric.ALLOCATED, 100) * rate,
                        figures.of(Metric.WAKEUPS, 1) * rate,
                        0.0,
                        0.0,
                        (int) Math.round(figures.of(Metric.THREADS, 20)),
                        Math.round(figures.of(Metric.RESIDENT, 64) * MEBI),
                        figures.of(Metric.PAGE_FAULTS, 1) * rate,
                        figures.of(Metric.DISK, 1) * rate),
                new Slice.Disturbance(0, 0, 0),
                new Slice.GeneratorLag(true, List.of(), 1, 5, 0.3, 0),
                job ? figures.job() : null,
                null);
        return condition instanceof MemoryCell memory
                ? slice.holding(figures.memory(memory.points()
                        .get((block - 1) % memory.points().size())
                        .connections()))
                : slice;
    }

    /**
     * The figures of an arm.
     *
     * @param named those that the claim compares
     * @param noise the factor of a fork
     */
    private record ArmFigures(Map<Metric, Double> named, double noise) {
        double of(Metric metric, double usual) {
            Double value = named.get(metric);
            return value == null ? usual : value * noise;
        }

        /** Both processor time per request and busy cores are free: the rate follows, unless it is compared, too. */
        double rate() {
            boolean both = named.containsKey(Metric.CPU) && named.containsKey(Metric.CORES);
            if (both && named.containsKey(Metric.RATE)) {
                throw new IllegalStateException("rate, cores and CPU per request depend on each other");
            }
            return both ? of(Metric.CORES, 0) * 1e6 / named.getOrDefault(Metric.CPU, 1.0) : of(Metric.RATE, RATE);
        }

        double cpuMicros(double rate) {
            return named.containsKey(Metric.CORES) ? of(Metric.CORES, 0) * 1e6 : of(Metric.CPU, 10) * rate;
        }

        Slice.Job job() {
            double millis = named.containsKey(Metric.ELAPSED) || !named.containsKey(Metric.RATE)
                    ? of(Metric.ELAPSED, 1_000)
                    : 1e3 * UNITS / of(Metric.RATE, RATE);
            double work = of(Metric.WORK, 10) * 1e3;
            return new Slice.Job(millis, of(Metric.GAP, 100), UNITS, UNITS, 1, 1, work, work / of(Metric.STRETCH, 1));
        }

        Slice.Memory memory(int connections) {
            return new Slice.Memory(
                    connections,
                    held(connections, Metric.IDLE_HEAP),
                    held(connections, Metric.IDLE_DIRECT),
                    held(connections, Metric.IDLE_STACKS),
                    held(connections, Metric.IDLE_RESIDENT),
                    held(connections, Metric.IDLE_SOCKETS),
                    held(connections, Metric.IDLE_KERNEL));
        }

        private long held(int connections, Metric metric) {
            return 64 * MEBI + Math.round(connections * of(metric, 10_000));
        }

        TimeHistograms times() {
            Map<TimeHistograms.Kind, Histogram> kinds = new EnumMap<>(TimeHistograms.Kind.class);
            if (named.containsKey(Metric.MEAN)) {
                if (named.containsKey(Metric.P50) || named.containsKey(Metric.P99)) {
                    throw new IllegalStateException("mean and quantiles depend on each other");
                }
                kinds.put(TimeHistograms.Kind.RESPONSE, histogram(Metric.MEAN, Metric.MEAN));
            } else if (named.containsKey(Metric.P50) || named.containsKey(Metric.P99)) {
                kinds.put(TimeHistograms.Kind.RESPONSE, histogram(Metric.P50, Metric.P99));
            }
            if (named.containsKey(Metric.CONNECT_P50) || named.containsKey(Metric.CONNECT_P99)) {
                kinds.put(TimeHistograms.Kind.CONNECT, histogram(Metric.CONNECT_P50, Metric.CONNECT_P99));
            }
            return new TimeHistograms(kinds);
        }

        /** Nine tenths are the median, the rest p99. */
        private Histogram histogram(Metric median, Metric high) {
            double usual = of(median, of(high, 0) / 2);
            Histogram histogram = TimeHistograms.empty();
            histogram.recordValueWithCount(Math.round(usual * 1e3), 900);
            histogram.recordValueWithCount(Math.round(of(high, usual) * 1e3), 100);
            return histogram;
        }
    }
}
