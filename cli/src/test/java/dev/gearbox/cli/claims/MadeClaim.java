package dev.gearbox.cli.claims;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.FigureSource;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.ClaimReach;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Synthetic results in the design of a claim: its cells and arms, with the given figures. The judge gets them as it gets measured ones, through the whole
 * analysis.
 */
final class MadeClaim implements FigureSource {
    /** A figure: of an arm in a cell. */
    record Key(Claim.CellRef cell, String arm, Claim.Measure measure) {
        static Key of(Claim.Side side, Claim.Measure measure) {
            return new Key(side.cell(), side.arm().label(), measure);
        }
    }

    private static final double HALF = 0.002;

    private final Map<Key, Double> figures;
    private final ClaimReach reach;
    private final Map<Claim.CellRef, Map<String, Claim.Side>> arms = new LinkedHashMap<>();
    private final Map<Claim.CellRef, Evidence> made = new HashMap<>();
    private final Map<List<Object>, Findings> found = new HashMap<>();
    private final Set<Metric> metrics = EnumSet.noneOf(Metric.class);

    MadeClaim(Claim claim, Map<Key, Double> figures, ClaimReach reach) {
        this.figures = figures;
        this.reach = reach;
        claim.parts().forEach(part -> {
            if (part.measure() instanceof Claim.Measure.Blocked(Metric metric)) {
                metrics.add(metric);
            }
        });
        claim.parts().stream()
                .filter(part -> part.measure() instanceof Claim.Measure.Blocked)
                .flatMap(Claim.Part::sides)
                .forEach(side -> arms.computeIfAbsent(side.cell(), _ -> new LinkedHashMap<>())
                        .put(side.arm().label(), side));
    }

    @Override
    public Optional<Findings> findings(Claim.CellRef cell, String arm, String baseline) {
        return Optional.of(found.computeIfAbsent(
                List.of(cell, arm, baseline),
                _ -> Analysis.of(made.computeIfAbsent(cell, this::make).between(arm, baseline), metrics)));
    }

    private Evidence make(Claim.CellRef cell) {
        MadeCell maker = new MadeCell(cell, reach.cell(cell));
        arms.getOrDefault(cell, Map.of())
                .forEach((label, side) -> maker.arm(label, reach.bound(side), figures(cell, label)));
        return maker.evidence();
    }

    private Map<Metric, Double> figures(Claim.CellRef cell, String arm) {
        Map<Metric, Double> all = new EnumMap<>(Metric.class);
        figures.forEach((key, value) -> {
            if (key.cell().equals(cell)
                    && key.arm().equals(arm)
                    && key.measure() instanceof Claim.Measure.Blocked(Metric metric)) {
                all.put(metric, value);
            }
        });
        return all;
    }

    @Override
    public Optional<Figure> apart(Claim.Measure.Kind kind, String arm) {
        return figures.entrySet().stream()
                .filter(entry -> entry.getKey().arm().equals(arm)
                        && entry.getKey().measure().equals(new Claim.Measure.Unblocked(kind)))
                .map(entry ->
                        new Figure(entry.getValue(), entry.getValue() * (1 - HALF), entry.getValue() * (1 + HALF), 5))
                .findFirst();
    }

    @Override
    public Reach reach(Claim.Side side, Metric metric) {
        return reach.of(side, metric);
    }

    @Override
    public Optional<ArmBound> bound(Claim.Side side) {
        return reach.bound(side);
    }

    @Override
    public Optional<String> missing(String arm) {
        return Optional.empty();
    }
}
