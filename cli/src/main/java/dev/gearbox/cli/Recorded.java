package dev.gearbox.cli;

import dev.gearbox.evidence.Analysis;
import dev.gearbox.evidence.Archive;
import dev.gearbox.evidence.Claim;
import dev.gearbox.evidence.Figure;
import dev.gearbox.evidence.Findings;
import dev.gearbox.evidence.Measured;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** What claims are judged by: the results of the experiments that were planned for them, and what was measured apart. */
record Recorded(Path out, Map<Claim.Cell, Planned> plans, Apart apart) implements Measured {
    @Override
    public Optional<Findings> findings(Claim.Cell cell, String baseline) {
        return Optional.ofNullable(plans.get(cell))
                .flatMap(plan -> Archive.stored(out, plan.experiment()))
                .filter(evidence -> !evidence.forks().isEmpty())
                .map(evidence -> Analysis.of(evidence, baseline));
    }

    @Override
    public Optional<Figure> apart(Claim.Measure.Kind kind, String arm) {
        return apart.figure(kind, arm);
    }

    /** Every engine of this build runs on every Linux; one that does not will have to say so here. */
    @Override
    public Optional<String> missing(String arm) {
        return Optional.empty();
    }
}
