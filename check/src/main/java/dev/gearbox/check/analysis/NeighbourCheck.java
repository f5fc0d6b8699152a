package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.LoadTool;
import dev.gearbox.check.Tally;
import dev.gearbox.check.instrument.NoisyNeighbour;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleExperiment;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.probe.ExecutableFinder;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.load.plan.Arrivals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * IT-22: equal servers compared while another program, of higher priority where that is allowed, takes a share of every core in bursts of 1 to 100 ms. It is
 * there in every slice, so no block can be measured in its place. Costs must have a verdict, and must be equal; times must be equal or have no verdict.
 *
 * @param share of the time of each core, between 0 and 1
 */
public record NeighbourCheck(double share) implements Check {
    private static final double PER_SECOND = 5_000;
    private static final int FORKS = 5;
    private static final int BLOCKS = 8;
    private static final double WINDOW = 0.6;

    @Override
    public String id() {
        return "IT-22";
    }

    @Override
    public String title() {
        return String.format(Locale.ROOT, "A/A, another program takes %.0f %% of each core", 100 * share);
    }

    @Override
    public String mark() {
        return "costs have a verdict and are equal; times are equal or have no verdict";
    }

    @Override
    public Cost cost() {
        return Cost.LONG;
    }

    @Override
    public Duration expected() {
        return Duration.ofSeconds(Math.round(FORKS * (13 + 2 * BLOCKS * (WINDOW + 0.3))));
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        // It would be waited for in vain, and no block is measured in place of another.
        Context impatient = new Context(context.setup().withQuiet(Duration.ZERO), context.scratch(), context.seed());
        try (Neighbours _ = Neighbours.start(context, share)) {
            return judge(OracleExperiment.run(
                    impatient,
                    "another program",
                    List.of(Oracle.PLAIN.subject("first"), Oracle.PLAIN.subject("second")),
                    new Arrivals.Poisson(PER_SECOND, 10),
                    OracleExperiment.design(FORKS, BLOCKS, WINDOW),
                    ExperimentListener.NONE));
        }
    }

    private CheckOutcome judge(Evidence evidence) {
        int cores = Runtime.getRuntime().availableProcessors();
        double[] seen = evidence.forks().stream()
                .flatMap(fork -> fork.slices().stream())
                .mapToDouble(NeighbourCheck::foreign)
                .sorted()
                .toArray();
        double median = seen.length == 0 ? 0 : seen[seen.length / 2] / cores;
        return judge(Analysis.ofReport(evidence), share, median);
    }

    private static double foreign(Slice slice) {
        return slice.disturbance().foreignCores();
    }

    /**
     * Judges the findings on two copies of a server.
     *
     * @param median the share of each core that other programs took, over the slices
     */
    static CheckOutcome judge(Findings findings, double share, double median) {
        if (median < share / 2) {
            return CheckOutcome.notHere(String.format(
                    Locale.ROOT, "a program that gets its share: it took %.0f %% of each core", 100 * median));
        }
        Tally tally = new Tally().tell("others took %.0f %% of each core", 100 * median);
        String invalid = findings.quality().invalid();
        Optional<Ranking.RankedArm> cost =
                EqualServers.second(findings, Metric.CPU).filter(_ -> invalid == null);
        cost.ifPresentOrElse(
                arm -> tally.need(EqualServers.equal(arm), "%s", EqualServers.words(Metric.CPU, arm)),
                () -> tally.need(false, "no verdict on costs: %s", invalid == null ? "none were measured" : invalid));
        for (Metric metric : EqualServers.TIMES) {
            Findings.Unfit unfit = findings.unfit().get(metric);
            EqualServers.second(findings, metric)
                    .filter(_ -> invalid == null && unfit == null)
                    .ifPresent(arm -> tally.need(EqualServers.equal(arm), "%s", EqualServers.words(metric, arm)));
        }
        long without = EqualServers.TIMES.stream()
                .filter(metric -> findings.unfit().containsKey(metric))
                .count();
        return tally.tell("%d of %d times without a verdict", without, EqualServers.TIMES.size())
                .outcome();
    }

    /** A {@link NoisyNeighbour} on each core. */
    private record Neighbours(List<Process> processes) implements AutoCloseable {
        private static final int PRIORITY = -20;

        static Neighbours start(Context context, double share) throws IOException {
            Neighbours all = new Neighbours(new ArrayList<>());
            try {
                for (int core = 0; core < Runtime.getRuntime().availableProcessors(); core++) {
                    all.processes.add(new ProcessBuilder(command(core, share, context.seed() + core))
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start());
                }
                return all;
            } catch (IOException cannot) {
                all.close();
                throw cannot;
            }
        }

        /** Without the right to a higher priority, nice warns and runs it with the usual one. */
        private static List<String> command(int core, double share, long seed) {
            List<String> command = new ArrayList<>();
            ExecutableFinder.program("nice")
                    .ifPresent(nice -> command.addAll(List.of(nice.toString(), "-n", Integer.toString(PRIORITY))));
            command.addAll(LoadTool.pinned(List.of(core)));
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-XX:+UseSerialGC", "-Xmx16m", "-XX:ActiveProcessorCount=1"));
            command.addAll(new JvmLaunch.InModule("dev.gearbox.check", NoisyNeighbour.class.getName()).options());
            command.addAll(List.of(Double.toString(share), Long.toString(seed)));
            return command;
        }

        @Override
        public void close() {
            processes.forEach(Process::destroyForcibly);
            processes.forEach(process -> process.onExit().join());
        }
    }
}
