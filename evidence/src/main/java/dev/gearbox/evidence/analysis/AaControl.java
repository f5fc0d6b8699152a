package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Experiment;
import dev.gearbox.stats.Finding;
import dev.gearbox.stats.Interval;
import java.util.Map;
import java.util.Optional;

/**
 * The live A/A control: a second copy of the baseline, measured like any other arm, whose CPU per request must turn out equal. If the 99 % interval of its
 * ratio excludes 1, the run measured something other than its arms.
 */
final class AaControl {
    /** The confidence of the interval that must contain 1: one run in a hundred is rejected without cause. */
    static final double CONFIDENCE = 0.99;

    private AaControl() {}

    /** Returns its standing against the baseline, with a 99 % interval; empty if there is no copy, or no figure for it. */
    static Optional<Ranking.RankedArm> of(Experiment experiment, Map<Metric, Samples> samples) {
        Samples cpu = samples.get(Metric.CPU);
        if (experiment.sentinel().isEmpty() || cpu == null) {
            return Optional.empty();
        }
        String label = experiment.sentinel().get();
        if (!cpu.values().containsKey(label) || !cpu.values().containsKey(experiment.baseline())) {
            return Optional.empty();
        }
        Effect contrast = cpu.contrast(label, experiment.baseline());
        double p = contrast.estimate().p();
        Finding finding =
                Finding.of(contrast.estimate(), Math.log1p(experiment.design().margin()), 1 - CONFIDENCE);
        return Optional.of(new Ranking.RankedArm(
                label,
                cpu.level(label).value(CONFIDENCE),
                contrast.ratio(CONFIDENCE),
                p,
                p,
                Verdict.of(Metric.CPU, finding),
                ""));
    }

    /** Returns why the run is void, if the copy differs from the original. */
    static Optional<String> complaint(Ranking.RankedArm standing, String baseline) {
        Figure ratio = standing.ratio();
        if (!ratio.bounded() || new Interval(ratio.low(), ratio.high(), CONFIDENCE).contains(1)) {
            return Optional.empty();
        }
        return Optional.of("sentinel: a second copy of " + baseline + " used " + FigureText.figure(ratio)
                + " times the CPU per request of the first, and they are the same program");
    }
}
