package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.InterferenceMonitor;
import dev.gearbox.check.Tally;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleExperiment;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.load.plan.Arrivals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * IT-2: the generator's lag at 5,000 requests a second, for a server that does next to nothing. Every measured time includes this lag; a generator as
 * slow as the server would measure itself. What the machine takes from the generator (gaps in its own loop) is masked, and the share is reported.
 */
public record PacerCheck() implements Check {
    private static final double PER_SECOND = 5_000;
    private static final int SLICES = 8;

    /** Fewer requests do not determine a 99th percentile. */
    private static final int LEAST = 2;

    @Override
    public String id() {
        return "IT-2";
    }

    @Override
    public String title() {
        return "the generator's lag at 5,000/s";
    }

    @Override
    public String mark() {
        return "p50 <= 2 us, p99 <= 50 us in quiet slices";
    }

    @Override
    public Cost cost() {
        return Cost.NORMAL;
    }

    @Override
    public Duration expected() {
        return Duration.ofSeconds(20);
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        Evidence evidence = OracleExperiment.run(
                context,
                "pacer",
                List.of(Oracle.PLAIN.subject("plain")),
                new Arrivals.Poisson(PER_SECOND, 10),
                OracleExperiment.design(1, SLICES, 1),
                ExperimentListener.NONE);
        Evidence.Fork fork = evidence.forks().getFirst();
        List<Slice> quiet = fork.slices().stream()
                .filter(slice -> !InterferenceMonitor.disturbed(slice))
                .toList();
        if (quiet.size() < LEAST) {
            return CheckOutcome.notHere(
                    "a quiet machine: others used it in " + (SLICES - quiet.size()) + " of " + SLICES + " slices");
        }
        double masked =
                quiet.stream().mapToLong(slice -> slice.traffic().masked()).sum()
                        / (double) quiet.stream()
                                .mapToLong(slice -> slice.traffic().answered())
                                .sum();
        return judge(
                TimeHistograms.merged(quiet.stream().map(fork::times).toList(), TimeHistograms.Kind.LAG),
                quiet.size(),
                masked);
    }

    static CheckOutcome judge(Histogram lag, int slices, double masked) {
        double p50 = lag.getValueAtPercentile(50) / 1e3;
        double p99 = lag.getValueAtPercentile(99) / 1e3;
        return new Tally()
                .need(p50 <= 2, "p50 %.1f us", p50)
                .need(p99 <= 50, "p99 %.1f us", p99)
                .tell("%d quiet slices", slices)
                .tell("%.1f %% masked", masked * 100)
                .outcome();
    }
}
