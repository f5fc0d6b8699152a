package dev.gearbox.cli.run;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.Usable;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.UnblockedFigures;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.FigureSource;
import dev.gearbox.evidence.claim.Judge;
import dev.gearbox.evidence.claim.Judgement;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.ClaimReach;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.PlacementChoice;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.CoreNeeds;
import dev.gearbox.report.ClaimView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results by which claims are judged: all that was measured in their cells, by any command. Of several experiments in
 * a cell the one with the most valid blocks counts. A claim is judged by the results of one placement, and a published table has those of one beside it: the
 * default one if it has any and enough cores, otherwise the one that has the most.
 *
 * @param experiments all of the study
 * @param apart figures that were measured outside of experiments
 * @param absence why a subject cannot run on this machine
 * @param sums what the parameters of the workloads decide
 */
public record RecordedResults(
        List<Evidence> experiments,
        List<UnblockedFigures> apart,
        Function<String, Optional<String>> absence,
        ClaimReach sums)
        implements FigureSource {
    public RecordedResults {
        experiments = List.copyOf(experiments);
        apart = List.copyOf(apart);
    }

    /**
     * Reads the results below a folder.
     *
     * @param which of the experiments count
     * @param damage receives a sentence for each result that cannot be read
     */
    public static RecordedResults in(Path root, StudyProvider study, Predicate<Experiment> which, List<String> damage) {
        List<Evidence> experiments = new ArrayList<>();
        ClaimReach sums = new ClaimReach(study);
        if (!Files.isDirectory(root)) {
            return new RecordedResults(List.of(), List.of(), study::absence, sums);
        }
        String name = study.name();
        for (Path folder : Archive.list(root)) {
            try {
                Experiment planned = Archive.planned(folder);
                if (planned.study().equals(name) && which.test(planned)) {
                    experiments.add(Archive.read(folder));
                }
            } catch (EvidenceException damaged) {
                damage.add(damaged.getMessage() + "; left out");
            }
        }
        return new RecordedResults(experiments, UnblockedFigures.find(root, damage), study::absence, sums);
    }

    /** Those from a machine, with its build and placement. */
    public RecordedResults of(Machine machine) {
        return new RecordedResults(
                experiments.stream()
                        .filter(evidence -> evidence.experiment().machine().equals(machine))
                        .toList(),
                apart,
                absence,
                sums);
    }

    /** The experiment in a cell in which all of these took part, if there is one with at least this number of complete forks. */
    public Optional<Evidence> of(Claim.CellRef cell, List<String> arms, int forks) {
        return experiments.stream()
                .filter(evidence ->
                        cell.covers(evidence.experiment()) && labels(evidence).containsAll(arms))
                .filter(evidence ->
                        evidence.forks().stream().filter(Evidence.Fork::done).count() >= forks)
                .max(Comparator.comparingLong(RecordedResults::blocks));
    }

    /** The experiment in which the subject of a published table took part in its condition. */
    Optional<Evidence> of(PublishedTable.PublishedRun run) {
        Condition cell = run.procedure().cell();
        return of(
                new Claim.CellRef(cell.workload(), cell.parameters()),
                List.of(run.subject().label()),
                1);
    }

    /** The same, and an experiment that is being measured. */
    public RecordedResults with(Evidence evidence) {
        return new RecordedResults(
                Stream.concat(experiments.stream(), Stream.of(evidence)).toList(), apart, absence, sums);
    }

    /**
     * Whether another measurement on a quieter machine may say what this one could not about some claims. Judges each comparison by the two arms that it
     * compares, as the claims are: what disturbed only other arms of the experiment does not matter.
     */
    public static boolean disturbed(Evidence evidence, List<Claim> claims) {
        return claims.stream()
                .flatMap(claim -> claim.parts().stream())
                .anyMatch(part -> part.measure() instanceof Claim.Measure.Blocked(Metric metric)
                        && part.sides()
                                .filter(side -> side.cell().covers(evidence.experiment()))
                                .anyMatch(side -> disturbed(evidence, metric, side, part)));
    }

    private static boolean disturbed(Evidence evidence, Metric metric, Claim.Side side, Claim.Part part) {
        String arm = side.arm().label();
        String base = part.right()
                .filter(right -> right.cell().equals(part.left().cell()))
                .map(right -> right.arm().label())
                .orElse(arm);
        if (!labels(evidence).containsAll(List.of(arm, base))) {
            return false;
        }
        Findings findings = Analysis.of(evidence.between(arm, base));
        Findings.Unfit unfit = findings.unfit().get(metric);
        return !findings.quality().valid() || (unfit != null && unfit.disturbed());
    }

    private static List<String> labels(Evidence evidence) {
        return evidence.experiment().arms().stream().map(arm -> arm.label()).toList();
    }

    /** The number of blocks that count: disturbed ones do not make a result the better one. */
    private static long blocks(Evidence evidence) {
        return evidence.forks().stream()
                .flatMap(fork -> fork.blocks().values().stream())
                .filter(block -> Usable.of(block.values(), evidence.experiment()) != Usable.NOTHING)
                .count();
    }

    @Override
    public RecordedResults forClaim(Claim claim) {
        return onePlacement(claim::judgedBy, some -> some.measured(claim));
    }

    /** Returns the results of one placement that has the cores of a published table. */
    RecordedResults forTable(PublishedTable table) {
        return onePlacement(
                experiment -> experiment.subjectCores() >= table.cores(),
                some -> table.rows().stream()
                        .flatMap(row -> row.runs().stream())
                        .filter(run -> some.of(run).isPresent())
                        .count());
    }

    private RecordedResults onePlacement(Predicate<Experiment> enough, ToLongFunction<RecordedResults> measured) {
        Map<String, List<Evidence>> placements = experiments.stream()
                .filter(evidence -> enough.test(evidence.experiment()))
                .collect(Collectors.groupingBy(RecordedResults::where, LinkedHashMap::new, Collectors.toList()));
        return placements.values().stream()
                .map(some -> new RecordedResults(some, apart, absence, sums))
                .filter(some -> measured.applyAsLong(some) > 0)
                .max(Comparator.<RecordedResults, Boolean>comparing(
                                some -> some.experiments.getFirst().experiment().placement() == null)
                        .thenComparingLong(measured)
                        .thenComparing(some ->
                                !some.experiments.getFirst().experiment().contended()))
                .orElseGet(() -> new RecordedResults(List.of(), apart, absence, sums));
    }

    /** The number of sides of a claim's comparisons that were measured. */
    private long measured(Claim claim) {
        return claim.parts().stream()
                .filter(part -> part.measure() instanceof Claim.Measure.Blocked)
                .flatMap(part -> Stream.concat(Stream.of(part.left()), part.right().stream()))
                .filter(side -> of(side.cell(), List.of(side.arm().label()), 1).isPresent())
                .count();
    }

    private static String where(Evidence evidence) {
        return evidence.experiment().machine().pinning();
    }

    @Override
    public String placement() {
        List<String> all =
                experiments.stream().map(RecordedResults::where).distinct().toList();
        return all.size() == 1 ? all.getFirst() : "";
    }

    @Override
    public Optional<String> missing(Claim claim) {
        CoreNeeds needs = CoreNeeds.NONE.withSubject(claim.cores());
        PlacementChoice here = PlacementChoice.here();
        return claim.cores() == 1
                        || here.fitting(needs).isPresent()
                        || !forClaim(claim).experiments.isEmpty()
                ? Optional.empty()
                : Optional.of(here.lacking("it", needs));
    }

    @Override
    public Optional<Findings> findings(Claim.CellRef cell, String arm, String baseline) {
        return of(cell, List.of(arm, baseline), 1).map(evidence -> Analysis.ofClaims(evidence.between(arm, baseline)));
    }

    @Override
    public Optional<Figure> apart(Claim.Measure.Kind kind, String arm) {
        return apart.stream()
                .flatMap(figures -> figures.of(kind.key(), arm).stream())
                .findFirst();
    }

    @Override
    public Reach reach(Claim.Side side, Metric metric) {
        return sums.of(side, metric);
    }

    @Override
    public Optional<ArmBound> bound(Claim.Side side) {
        return sums.bound(side);
    }

    /** Results from a machine where a subject can run are judged, wherever they are read. */
    @Override
    public Optional<String> missing(String arm) {
        boolean measured =
                experiments.stream().anyMatch(evidence -> labels(evidence).contains(arm));
        return measured ? Optional.empty() : absence.apply(arm);
    }

    /** The verdicts on those claims for which anything was measured, sufficient or not. */
    List<Judgement> judged(List<Claim> claims) {
        return Judge.of(claims, this).stream()
                .filter(judgement -> touched(judgement.claim()))
                .toList();
    }

    private boolean touched(Claim claim) {
        boolean cell = claim.runs().entrySet().stream()
                .anyMatch(run -> run.getValue().stream()
                        .anyMatch(
                                arm -> of(run.getKey(), List.of(arm.label()), 1).isPresent()));
        return cell
                || claim.parts().stream()
                        .anyMatch(part -> part.measure() instanceof Claim.Measure.Unblocked(Claim.Measure.Kind kind)
                                && apart(kind, part.left().arm().label()).isPresent());
    }

    /** A judgement as a report states it. */
    public static ClaimView view(Judgement judgement) {
        Claim claim = judgement.claim();
        return new ClaimView(
                claim.id(),
                claim.statement(),
                claim.source(),
                claim.theirs().reported() + " (" + claim.theirs().how() + ")",
                judgement.verdict().words(),
                judgement.parts().stream()
                        .map(part -> new ClaimView.Part(part.part().name(), part.ours(), part.words(), part.why()))
                        .toList(),
                claim.note().map(String::strip).orElse(""),
                judgement.placement());
    }
}
