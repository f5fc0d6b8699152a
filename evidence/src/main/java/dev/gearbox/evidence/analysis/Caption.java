package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The caption of every figure, so that it can be judged on its own: how much was measured, what was dropped, the smallest detectable difference, the
 * machine and the source.
 */
public final class Caption {
    private Caption() {}

    /**
     * Returns the caption of a table or plot of one metric: "5 forks of 12 blocks, 95 % intervals; differences from 9 % could be seen; 2 of 60 blocks
     * dropped; generator at most at 41 % of its ceiling; open loop; server on core 0, load on core 1; commit 1f3a5c7; seed 42".
     */
    public static String of(Findings findings, Ranking ranking) {
        List<String> parts = new ArrayList<>(List.of(amount(findings)));
        if (Double.isFinite(ranking.detectable())) {
            parts.add("differences from " + percent(ranking.detectable()) + " could be seen");
        }
        parts.addAll(origin(findings));
        return String.join("; ", parts);
    }

    /** Returns the caption of the findings as a whole, without the parts about one metric. */
    public static String of(Findings findings) {
        List<String> parts = new ArrayList<>(List.of(amount(findings)));
        parts.addAll(origin(findings));
        return String.join("; ", parts);
    }

    /** Returns what was dropped and why: "2 of 60 blocks dropped (another program used more than 0.10 core: 2)". */
    public static String dropped(Quality quality) {
        String blocks = (quality.blocks() - quality.kept()) + " of " + quality.blocks() + " blocks dropped";
        String causes = quality.dropped().entrySet().stream()
                .map(cause -> cause.getKey() + ": " + cause.getValue())
                .collect(Collectors.joining("; "));
        String forks = quality.forksDropped() == 0 ? "" : ", and " + quality.forksDropped() + " forks with them";
        return blocks + (causes.isEmpty() ? "" : " (" + causes + ")") + forks;
    }

    private static String amount(Findings findings) {
        Design design = findings.experiment().design();
        Quality quality = findings.quality();
        int measured = quality.forks() + quality.forksDropped();
        String look =
                design.looks().size() > 1 ? ", looked at after " + measured + " of at most " + design.forks() : "";
        return (quality.forks() == 1 ? "1 fork" : quality.forks() + " forks") + " of " + design.blocks() + " blocks"
                + look + ", " + percent(design.confidence()) + " intervals";
    }

    private static List<String> origin(Findings findings) {
        Experiment experiment = findings.experiment();
        Quality quality = findings.quality();
        List<String> parts = new ArrayList<>();
        parts.add(
                quality.kept() == quality.blocks()
                        ? "no block dropped"
                        : String.format(
                                Locale.ROOT,
                                "%d of %d blocks dropped (%.0f %%)",
                                quality.blocks() - quality.kept(),
                                quality.blocks(),
                                100 * quality.droppedShare()));
        Double ceiling = quality.ceilingShare();
        if (ceiling != null) {
            parts.add("generator at most at " + percent(ceiling) + " of its ceiling");
        } else if (experiment.underLoad()) {
            parts.add("generator's ceiling not measured");
        }
        parts.add(experiment.loading());
        parts.add(experiment.machine().pinning());
        String commit = experiment.machine().commit();
        parts.add(commit.isEmpty() ? "commit not known" : "commit " + commit);
        parts.add("seed " + experiment.seed());
        return parts;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * share)
                .replace(".0 %", " %");
    }
}
