package dev.gearbox.cli;

import dev.gearbox.evidence.Analysis;
import dev.gearbox.evidence.Archive;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Metric;
import dev.gearbox.evidence.Ranking;
import dev.gearbox.stats.Power;
import dev.gearbox.stats.VarianceComponents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a design will be able to see, said before it begins: from what earlier runs on this machine could see, or, where
 * there is none, from the spread that was found when the lab was designed.
 */
final class Foresight {
    /** Processor time per request on a shared two-core machine: standard deviations of log ratios between forks, between blocks. */
    private static final VarianceComponents USUAL = new VarianceComponents(0.03, 0.10, 12);

    private static final double POWER = 0.8;

    private Foresight() {}

    /** "can see differences from about 9 %". */
    static String of(Path results, Experiment experiment) {
        Design design = experiment.design();
        if (design.forks() < 2) {
            return "one fork gives no interval";
        }
        double usual = Math.expm1(Power.detectable(USUAL, design.forks(), design.blocks(), design.confidence(), POWER));
        double[] before = seen(results, experiment);
        double detectable = before.length == 0 ? usual : before[before.length / 2];
        return String.format(
                Locale.ROOT,
                "can see differences from about %.0f %%%s",
                Math.max(1, detectable * 100),
                before.length == 0 ? "" : " (as earlier runs here)");
    }

    /** What earlier runs of the same workload and design could see by processor time, sorted. */
    private static double[] seen(Path results, Experiment experiment) {
        List<Double> seen = new ArrayList<>();
        if (!Files.isDirectory(results)) {
            return new double[0];
        }
        try {
            for (Path folder : Archive.find(results)) {
                var evidence = Archive.read(folder);
                boolean alike = evidence.experiment().workload().equals(experiment.workload())
                        && evidence.experiment().design().equals(experiment.design());
                if (alike) {
                    Analysis.of(evidence)
                            .by(Metric.CPU)
                            .map(Ranking::detectable)
                            .filter(Double::isFinite)
                            .ifPresent(seen::add);
                }
            }
        } catch (EvidenceException nothingReadable) {
            // No results yet, or only damaged ones: whoever opens them says so; there is nothing to learn from here.
            seen.clear();
        }
        return seen.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }
}
