package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleExperiment;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.load.plan.Arrivals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * IT-6: two servers that differ only in a spin until a deadline, which costs a known share of the first one's cost per request. The lab must find the
 * difference and estimate its size. By deadline and not by iterations: the JIT compiler turns 16.8 µs of iterations into 2.5 µs once they are part of
 * a server.
 */
public record InjectedSlowdown(double share, int forks, int blocks, Cost cost) implements Check {
    private static final double PER_SECOND = 5_000;
    private static final double WINDOW = 0.6;

    /** The tolerance of the estimate, as a share of the cost per request; or its own interval, if wider. */
    private static final double OFF = 0.015;

    private static final Duration SERVICE = Duration.ofNanos(20_000);

    @Override
    public String id() {
        return "IT-6";
    }

    @Override
    public String title() {
        return String.format(Locale.ROOT, "%.0f %% injected, %d forks", share * 100, forks);
    }

    @Override
    public String mark() {
        return "found, and within 1.5 points or its own interval";
    }

    @Override
    public Duration expected() {
        return Duration.ofSeconds(Math.round(15 + forks * (13 + 2 * blocks * (WINDOW + 0.3))));
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        Oracle plain = Oracle.PLAIN.serving(SERVICE);
        Arrivals arrivals = new Arrivals.Poisson(PER_SECOND, 10);
        Evidence alone = OracleExperiment.run(
                context,
                "calibration",
                List.of(plain.subject("plain")),
                arrivals,
                OracleExperiment.design(1, 5, WINDOW),
                ExperimentListener.NONE);
        double before = cpuMicros(alone, "plain");
        Duration extra = Duration.ofNanos(Math.round(before * share * 1e3));
        Evidence both = OracleExperiment.run(
                context,
                "injected slowdown",
                List.of(plain.subject("plain"), plain.spinningExtra(extra).subject("slower")),
                arrivals,
                OracleExperiment.design(forks, blocks, WINDOW),
                ExperimentListener.NONE);
        // A cost is compared, so the limits are those of the analysis for costs.
        String invalid = Analysis.of(both).quality().invalid();
        if (invalid != null) {
            return CheckOutcome.notHere("a quiet machine: " + invalid);
        }
        double injected = extra.toNanos() / 1e3 / cpuMicros(both, "plain");
        return judge(Analyst.REAL.compare(both, "slower"), injected);
    }

    public static CheckOutcome judge(Analyst.ArmContrast contrast, double injected) {
        double seen = Math.expm1(contrast.logRatio());
        boolean near = Math.abs(seen - injected) <= OFF
                || (Math.log1p(injected) >= contrast.low() && Math.log1p(injected) <= contrast.high());
        return new Tally()
                .need(contrast.different() && seen > 0, contrast.different() ? "found" : "not found")
                .need(near, "as %.1f %%", seen * 100)
                .tell(
                        "[%.1f, %.1f] for %.1f %%",
                        Math.expm1(contrast.low()) * 100, Math.expm1(contrast.high()) * 100, injected * 100)
                .outcome();
    }

    /** The median over slices of the cost per request, in µs. */
    private static double cpuMicros(Evidence evidence, String arm) {
        double[] costs = evidence.forks().stream()
                .flatMap(fork -> fork.slices().stream())
                .filter(slice -> slice.arm().equals(arm))
                .mapToDouble(InjectedSlowdown::cost)
                .sorted()
                .toArray();
        return costs.length == 0 ? Double.NaN : costs[costs.length / 2];
    }

    private static double cost(Slice slice) {
        return slice.cost().cpuMicros() / slice.traffic().answeredPerSecond();
    }
}
