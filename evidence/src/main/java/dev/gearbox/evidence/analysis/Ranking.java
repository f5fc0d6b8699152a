package dev.gearbox.evidence.analysis;

import java.util.List;
import java.util.Optional;

/**
 * The arms ranked by one metric, best first.
 *
 * @param metric the metric
 * @param standings the arms for which the metric is known
 * @param detectable the smallest difference from the baseline that this run could have detected, as a share (0.08: 8 %); infinite with a single fork
 */
public record Ranking(Metric metric, List<RankedArm> standings, double detectable) {
    /** Copies the list. */
    public Ranking {
        standings = List.copyOf(standings);
    }

    /** Returns the standing of an arm, if the metric is known for it. */
    public Optional<RankedArm> of(String arm) {
        return standings.stream().filter(standing -> standing.arm().equals(arm)).findFirst();
    }

    /** Returns the same without verdicts and letters of these arms; if the baseline is among them, of all arms. */
    Ranking without(List<String> arms) {
        boolean all = standings.stream()
                .anyMatch(standing -> standing.verdict() == Verdict.BASELINE && arms.contains(standing.arm()));
        return new Ranking(
                metric,
                standings.stream()
                        .map(standing -> all || arms.contains(standing.arm()) ? standing.invalid() : standing)
                        .toList(),
                detectable);
    }

    /**
     * One arm.
     *
     * @param arm the label
     * @param value in the metric's unit
     * @param ratio to the baseline; 1 for the baseline itself
     * @param p two-sided p of no difference from the baseline; 1 for the baseline
     * @param adjusted the same, adjusted for all comparisons of the table (Holm)
     * @param verdict against the baseline
     * @param ties letters; two arms that share one were not shown to differ
     */
    public record RankedArm(
            String arm, Figure value, Figure ratio, double p, double adjusted, Verdict verdict, String ties) {
        private RankedArm invalid() {
            return new RankedArm(arm, value, ratio, p, adjusted, Verdict.INVALID, "");
        }
    }
}
