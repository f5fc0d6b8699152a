package dev.gearbox.report.document;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Quality;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was left out, failed or needs attention, each in a sentence: nothing is dropped silently. */
public final class Excluded {
    private Excluded() {}

    static List<String> of(Evidence evidence, Findings findings) {
        Quality quality = findings.quality();
        Set<String> lines = new LinkedHashSet<>();
        if (quality.invalid() != null) {
            lines.add("The run is invalid: " + quality.invalid() + ".");
        }
        quality.dropped()
                .forEach((cause, blocks) -> lines.add(
                        Numbers.count(blocks, "block") + " of " + quality.blocks() + " dropped: " + cause + "."));
        if (quality.forksDropped() > 0) {
            lines.add(Numbers.count(quality.forksDropped(), "fork") + " dropped: too few blocks were left.");
        }
        lines.addAll(evidence.experiment().leftOut());
        quality.failures().forEach(failure -> lines.add("Failed: " + failure));
        quality.notWarm().forEach(arm -> lines.add("Not warm: " + arm));
        quality.notes().stream()
                .filter(note -> !evidence.damage().contains(note))
                .forEach(lines::add);
        lines.addAll(CapacityNotes.of(evidence, findings));
        lines.addAll(JobNotes.parts(evidence));
        lines.addAll(JobNotes.calls(evidence));
        missing(evidence, findings).forEach(arm -> lines.add(arm + " has no figures and is in no ranking."));
        for (Evidence.Fork fork : evidence.forks()) {
            for (ForkEvent.Counted counted : fork.all(ForkEvent.Counted.class)) {
                if (counted.unavailable() != null) {
                    lines.add("System calls not counted here: " + counted.unavailable());
                }
            }
            for (ForkEvent.Launch launch : fork.all(ForkEvent.Launch.class)) {
                lines.addAll(launch.notes());
            }
        }
        evidence.damage().forEach(damage -> lines.add("Damaged: " + damage));
        return List.copyOf(lines);
    }

    /** Returns the arms that are in no ranking. */
    public static List<String> missing(Evidence evidence, Findings findings) {
        List<String> missing = new ArrayList<>();
        Experiment experiment = evidence.experiment();
        experiment.arms().forEach(arm -> {
            boolean sentinel = experiment.sentinel().filter(arm.label()::equals).isPresent();
            boolean ranked = findings.rankings().values().stream()
                    .anyMatch(ranking -> ranking.of(arm.label()).isPresent());
            if (!sentinel && !ranked) {
                missing.add(arm.label());
            }
        });
        return missing;
    }
}
