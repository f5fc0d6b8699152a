package dev.gearbox.evidence.analysis;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The arms ranked by one metric, best first.
 *
 * @param metric the metric
 * @param standings the arms for which the metric is known
 * @param detectable the smallest difference from the baseline that this run could have detected, as a share (0.08: 8 %); infinite with a single fork
 * @param near the labels of the first arm and of those that were not shown to be worse than it by more than the margin of the design
 */
public record Ranking(Metric metric, List<RankedArm> standings, double detectable, List<String> near) {
    /** Copies the lists. */
    public Ranking {
        standings = List.copyOf(standings);
        near = List.copyOf(near);
    }

    /** Creates one in which those arms are near the first that share a letter with it. */
    public Ranking(Metric metric, List<RankedArm> standings, double detectable) {
        this(metric, standings, detectable, sharing(standings));
    }

    private static List<String> sharing(List<RankedArm> standings) {
        return IntStream.range(0, standings.size())
                .filter(rank -> rank == 0 || shareALetter(standings.get(rank), standings.getFirst()))
                .mapToObj(rank -> standings.get(rank).arm())
                .toList();
    }

    private static boolean shareALetter(RankedArm one, RankedArm other) {
        return one.ties().chars().anyMatch(letter -> other.ties().indexOf(letter) >= 0);
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
                detectable,
                near);
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
