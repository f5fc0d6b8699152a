package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.InterferenceMonitor;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleExperiment;
import dev.gearbox.check.statistics.Equivalence;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.stats.TrimmedMean;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The long part of IT-18: an arm's cost per request and its throughput must not depend on whether another arm is idle beside it. Pairs of forks, with
 * and without the other, in random order.
 */
public record IdleArm(int pairs) implements Check {
    private static final double MARGIN = 0.02;
    private static final int BLOCKS = 8;

    @Override
    public String id() {
        return "IT-18";
    }

    @Override
    public String title() {
        return "an arm with and without an idle one beside it";
    }

    @Override
    public String mark() {
        return "ratio of throughput within 2 %";
    }

    @Override
    public Cost cost() {
        return Cost.LONG;
    }

    @Override
    public Duration expected() {
        return Duration.ofSeconds(pairs * 45L);
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        Random random = new Random(context.seed());
        double[] ratios = new double[pairs];
        for (int pair = 0; pair < pairs; pair++) {
            Context here = new Context(context.setup(), context.scratch(), context.seed() + pair);
            boolean aloneFirst = random.nextBoolean();
            double first = throughput(here, aloneFirst);
            double second = throughput(here, !aloneFirst);
            ratios[pair] = aloneFirst ? second - first : first - second;
        }
        return Equivalence.judge(ratios, MARGIN);
    }

    private static double throughput(Context context, boolean alone) throws IOException, InterruptedException {
        List<Subject> arms = new ArrayList<>(List.of(Oracle.PLAIN.subject("plain")));
        if (!alone) {
            arms.add(Oracle.PLAIN.subject("idle"));
        }
        Evidence evidence = OracleExperiment.run(
                context,
                alone ? "alone" : "with an idle arm",
                arms,
                new Arrivals.Closed(10),
                OracleExperiment.design(1, BLOCKS, 1),
                ExperimentListener.NONE);
        double[] rates = evidence.forks().getFirst().slices().stream()
                .filter(slice -> slice.arm().equals("plain") && !InterferenceMonitor.disturbed(slice))
                .map(Slice::traffic)
                .mapToDouble(traffic -> Math.log(traffic.answeredPerSecond()))
                .toArray();
        return TrimmedMean.of(rates, 0.2);
    }
}
