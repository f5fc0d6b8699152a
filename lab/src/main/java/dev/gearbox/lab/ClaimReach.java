package dev.gearbox.lab;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.workload.Condition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What the parameters of a study's workloads decide about the sides of its claims. Decodes the study once, when it is first asked. */
public final class ClaimReach {
    private final StudyProvider provider;
    private final Map<Claim.CellRef, Condition> cells = new LinkedHashMap<>();
    private Optional<Study> study = Optional.empty();

    /** @param provider of the study */
    public ClaimReach(StudyProvider provider) {
        this.provider = provider;
    }

    /** Returns the cell that a claim names. */
    public Condition cell(Claim.CellRef wanted) {
        return cells.computeIfAbsent(wanted, this::found);
    }

    private Condition found(Claim.CellRef wanted) {
        Study known = study.orElseGet(provider::study);
        study = Optional.of(known);
        return known.cell(wanted);
    }

    /** Returns what a figure of a side can be at all; anything, if its arm cannot run here. */
    public Reach of(Claim.Side side, Metric metric) {
        return absent(side) ? Reach.ANY : provider.reach(cell(side.cell()), side.arm(), metric);
    }

    /** Returns what follows from the pools and waits of a side; empty: nothing was computed, or its arm cannot run here. */
    public Optional<ArmBound> bound(Claim.Side side) {
        return absent(side) ? Optional.empty() : provider.bound(cell(side.cell()), side.arm());
    }

    private boolean absent(Claim.Side side) {
        return provider.absence(side.arm().label()).isPresent();
    }
}
