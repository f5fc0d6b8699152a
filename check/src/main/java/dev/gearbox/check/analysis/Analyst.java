package dev.gearbox.check.analysis;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;

/** The analysis from evidence to a finding: the instrument's own, or a broken one that a check must detect. */
@FunctionalInterface
public interface Analyst {
    /**
     * CPU per request of an arm relative to the baseline.
     *
     * @param logRatio the estimate
     * @param low lower end of the 95 % interval, on the log scale
     * @param high its upper end
     * @param different whether a difference is claimed
     */
    record ArmContrast(double logRatio, double low, double high, boolean different) {}

    /**
     * Compares an arm with the baseline.
     *
     * @throws EvidenceException if the metric is unknown for the arm
     */
    ArmContrast compare(Evidence evidence, String arm);

    /** The instrument's own analysis: the findings that are printed. */
    Analyst REAL = Analyst::published;

    private static ArmContrast published(Evidence evidence, String arm) {
        Ranking.RankedArm standing = Analysis.of(evidence)
                .by(Metric.CPU)
                .flatMap(ranking -> ranking.of(arm))
                .orElseThrow(() -> new EvidenceException("CPU per request is not known for " + arm));
        return new ArmContrast(
                Math.log(standing.ratio().value()),
                Math.log(standing.ratio().low()),
                Math.log(standing.ratio().high()),
                standing.verdict() == Verdict.BETTER || standing.verdict() == Verdict.WORSE);
    }
}
