package dev.gearbox.cli.claims;

import dev.gearbox.cli.run.PlannedExperiment;
import dev.gearbox.cli.run.RunCommand;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.PlacementChoice;
import dev.gearbox.lab.experiment.Effort;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.LoadWorkload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The experiments that claims need, by cell: one with all subjects of the cell, or where the workload compares in pairs one for each pair, the same as those of
 * {@code gearbox run}. Comparisons of a subject that cannot run here are left out.
 */
final class ClaimExperiments {
    private final StudyProvider study;
    private final ChildSetup setup;
    private final Effort effort;

    /** @param effort how much is measured in each cell */
    ClaimExperiments(StudyProvider study, ChildSetup setup, Effort effort) {
        this.study = study;
        this.setup = setup;
        this.effort = effort;
    }

    /**
     * Plans what these claims need. Where there are too few cores nothing is planned; the verdict then names what is missing.
     *
     * @param cores that each of the claims is about
     */
    Map<Claim.CellRef, List<PlannedExperiment>> of(List<Claim> claims, int cores) {
        PlacementChoice here = PlacementChoice.here();
        Map<Claim.CellRef, Set<Claim.Contender>> all = arms(claims, _ -> true);
        Map<Claim.CellRef, List<PlannedExperiment>> plans = new LinkedHashMap<>();
        arms(claims, arm -> study.absence(arm.label()).isEmpty())
                .forEach((cell, arms) -> here.fitting(
                                study.study().workload(cell.workload()).needs().withSubject(cores))
                        .map(setup::placed)
                        .ifPresent(placed -> plans.put(
                                cell, planned(cell, arms, absent(all.getOrDefault(cell, Set.of())), placed))));
        return plans;
    }

    /** A sentence with the reason for each subject of these claims that cannot run here. */
    List<String> absent(List<Claim> claims) {
        return absent(
                arms(claims, _ -> true).values().stream().flatMap(Set::stream).toList());
    }

    private List<String> absent(Collection<Claim.Contender> arms) {
        return arms.stream()
                .map(Claim.Contender::label)
                .distinct()
                .flatMap(label -> study.absence(label).stream().map(reason -> label + " is left out: " + reason))
                .toList();
    }

    private List<PlannedExperiment> planned(
            Claim.CellRef cell, Set<Claim.Contender> arms, List<String> absent, ChildSetup placed) {
        Condition condition = study.study().cell(cell);
        return together(condition, arms).stream()
                .map(those ->
                        planned(condition, those, placed).leavingOut(absent).meaning(study.meanings(condition)))
                .toList();
    }

    private PlannedExperiment planned(Condition condition, Together those, ChildSetup placed) {
        return PlannedExperiment.of(
                study.name(),
                study.study().workload(condition.workload()).summary(),
                condition,
                those.arms().stream().map(arm -> study.subject(condition, arm)).toList(),
                those.baseline(),
                RunCommand.USUAL,
                taking -> effort.design(condition, taking),
                MachineProbe.detect(placed),
                placed);
    }

    private static Map<Claim.CellRef, Set<Claim.Contender>> arms(
            List<Claim> claims, Predicate<Claim.Contender> present) {
        Map<Claim.CellRef, Set<Claim.Contender>> needed = new LinkedHashMap<>();
        for (Claim claim : claims) {
            claim.runs(present)
                    .forEach((cell, arms) -> needed.computeIfAbsent(cell, _ -> new LinkedHashSet<>())
                            .addAll(arms));
        }
        return needed;
    }

    /**
     * The subjects that are measured together.
     *
     * @param baseline the label of one of them; empty: the usual one
     */
    private record Together(List<Claim.Contender> arms, String baseline) {}

    private List<Together> together(Condition condition, Set<Claim.Contender> arms) {
        List<LoadWorkload.ArmPair> pairs = condition instanceof Cell
                ? study.study().load(condition.workload()).pairs()
                : List.of();
        List<Together> all = new ArrayList<>();
        List<Claim.Contender> others = new ArrayList<>(arms);
        for (LoadWorkload.ArmPair pair : pairs) {
            List<Claim.Contender> two = Stream.of(pair.baseline(), pair.arm())
                    .flatMap(spec -> arms.stream().filter(arm -> arm.spec().equals(spec)))
                    .toList();
            if (two.size() == 2) {
                all.add(new Together(two, two.getFirst().label()));
                others.removeAll(two);
            }
        }
        if (!others.isEmpty()) {
            all.add(new Together(others, ""));
        }
        return all;
    }
}
