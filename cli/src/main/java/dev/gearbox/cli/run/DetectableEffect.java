package dev.gearbox.cli.run;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.stats.Power;
import dev.gearbox.stats.VarianceComponents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The smallest difference that a design can detect, estimated before it runs: from earlier runs on this machine, or, without
 * any, from the spread that was found when the lab was designed.
 */
final class DetectableEffect {
    /** Processor time per request on a shared two-core machine: standard deviations of log ratios between forks, between blocks. */
    private static final VarianceComponents USUAL = new VarianceComponents(0.03, 0.10, 12);

    private static final double POWER = 0.8;

    private DetectableEffect() {}

    /** The metric by which the precision of an experiment is stated. */
    static Metric metric(Experiment experiment) {
        return experiment.loop().equals(Experiment.MEMORY) ? Metric.IDLE_RESIDENT : Metric.CPU;
    }

    /** "can detect differences from about 9 %". */
    static String of(Path results, Experiment experiment) {
        Design design = experiment.design();
        if (design.forks() < 2) {
            return "one fork gives no interval";
        }
        double[] before = seen(results, experiment);
        if (before.length == 0 && experiment.loop().equals(Experiment.MEMORY)) {
            return "what it can detect is not known before the first run";
        }
        double usual = Math.expm1(Power.detectable(USUAL, design.forks(), design.blocks(), design.confidence(), POWER));
        double detectable = before.length == 0 ? usual : before[before.length / 2];
        return String.format(
                Locale.ROOT,
                "can detect differences from about %.0f %%%s",
                Math.max(1, detectable * 100),
                before.length == 0 ? "" : " (as earlier runs here)");
    }

    /** The smallest differences that earlier runs of the same workload and design could detect, sorted. */
    private static double[] seen(Path results, Experiment experiment) {
        if (!Files.isDirectory(results)) {
            return new double[0];
        }
        return Archive.list(results).stream()
                .map(folder -> detectable(folder, experiment))
                .flatMapToDouble(OptionalDouble::stream)
                .sorted()
                .toArray();
    }

    private static OptionalDouble detectable(Path folder, Experiment experiment) {
        try {
            Experiment before = Archive.planned(folder);
            boolean alike = before.workload().equals(experiment.workload())
                    && Objects.equals(before.placement(), experiment.placement())
                    && before.design().equals(experiment.design());
            return alike
                    ? Analysis.of(Archive.read(folder)).by(metric(experiment)).stream()
                            .mapToDouble(Ranking::detectable)
                            .filter(Double::isFinite)
                            .findFirst()
                    : OptionalDouble.empty();
        } catch (EvidenceException damaged) {
            // A report on that folder says that it is damaged; here it is skipped.
            return OptionalDouble.empty();
        }
    }
}
