package dev.gearbox.cli.claims;

import dev.gearbox.check.Check;
import dev.gearbox.check.run.Checks;
import dev.gearbox.cli.placement.PlacementChecks;
import dev.gearbox.cli.run.DesignOptions;
import dev.gearbox.cli.run.PlannedExperiment;
import dev.gearbox.cli.run.RecordedResults;
import dev.gearbox.cli.run.RunCommand;
import dev.gearbox.cli.run.Studies;
import dev.gearbox.cli.run.StudyRun;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Taint;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.evidence.archive.PlacementControls;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Judge;
import dev.gearbox.evidence.claim.Judgement;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.experiment.ClaimRace;
import dev.gearbox.lab.experiment.Race;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.report.ClaimView;
import dev.gearbox.report.Report;
import dev.gearbox.report.json.JsonReport;
import dev.gearbox.report.text.TerminalReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code gearbox claims}: measures what the literature's claims need and has not been measured yet, and reports for each
 * whether it holds here, beside the literature's own figure.
 */
@Command(
        name = "claims",
        description = {
            "Test the literature's claims on this machine: measure what is missing, then print a verdict on each.",
            "Existing results are used, not measured again. With --judge nothing is measured."
        },
        footer = {
            "",
            "Examples:",
            "gearbox claims echo-server",
            "gearbox claims echo-server page-indexer",
            "gearbox claims echo-server --claim es-4 --claim es-6",
            "gearbox claims echo-server --claim es-1 --explain",
            "gearbox claims echo-server --due --full",
            "gearbox claims echo-server --due --until-decided"
        })
public final class ClaimsCommand implements Callable<Integer> {
    private final Console console;
    private final Studies studies;
    private final BiFunction<Pinning, Path, Check> checks;

    @Parameters(
            arity = "0..*",
            paramLabel = "STUDY",
            description = "Studies whose claims are tested, one after the other (default: echo-server).")
    private List<String> names = new ArrayList<>();

    @Option(names = "--claim", paramLabel = "ID", description = "Test only this claim. May be repeated.")
    private List<String> ids = new ArrayList<>();

    @Option(
            names = "--budget",
            paramLabel = "T",
            description =
                    "Measure each workload for at most about this time, for example 10m; on a disturbed machine up to twice as long.")
    private @Nullable String budget;

    @Option(names = "--full", description = "Run up to twenty forks instead of five.")
    private boolean full;

    @Option(
            names = "--until-decided",
            description =
                    "Go on until each comparison has a verdict, or the time is up: 30 minutes for each workload, or that of --budget.")
    private boolean untilDecided;

    @Option(names = "--judge", description = "Measure nothing; judge by the existing results.")
    private boolean judge;

    @Option(
            names = "--explain",
            description = "Measure and judge nothing; print what each claim says and where, and what would refute it.")
    private boolean explain;

    @Option(
            names = "--due",
            description =
                    "Measure only for claims without a verdict in the folder, from whatever build; disturbed results are set aside and measured again.")
    private boolean due;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder to read results from and write them to (default: results).")
    private Path out = Path.of("results");

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public ClaimsCommand(Console console, Studies studies) {
        this(console, studies, Checks::of);
    }

    /** @param checks returns the A/A in a placement for the results in a folder */
    ClaimsCommand(Console console, Studies studies, BiFunction<Pinning, Path, Check> checks) {
        this.console = console;
        this.studies = studies;
        this.checks = checks;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<StudyProvider> chosen = names.isEmpty()
                ? List.of(studies.first())
                : names.stream().distinct().map(studies::named).toList();
        requireKnown(chosen);
        if (explain) {
            if (judge || due || full || untilDecided || budget != null || json) {
                throw new UsageException(
                        "--explain prints the claims as they are written, and takes only --claim. Leave the other options out");
            }
            ClaimStatements.print(chosen.stream().flatMap(this::claims).toList(), console);
            return 0;
        }
        DesignOptions.requireOpenEnd(untilDecided, full);
        if (due && judge) {
            throw new UsageException("--due selects what is measured, and --judge measures nothing. Give one of them");
        }
        if (json && chosen.size() > 1) {
            throw new UsageException("--json prints one document. Name one study");
        }
        for (StudyProvider study : chosen) {
            List<Claim> claims = claims(study).toList();
            if (!claims.isEmpty()) {
                test(study, claims);
            }
        }
        return 0;
    }

    /** Measures what is missing, and prints the verdicts. */
    private void test(StudyProvider study, List<Claim> claims) throws InterruptedException {
        if (!judge) {
            List<Claim> open = due ? undecided(study, claims) : claims;
            if (open.isEmpty()) {
                console.err().println("Every claim has a verdict, so nothing is measured");
            } else {
                measure(study, open, claims);
            }
        }
        List<String> damage = new ArrayList<>();
        List<Judgement> judged = Judge.of(claims, RecordedResults.in(out, study, _ -> true, damage));
        List<ClaimView> views = judged.stream().map(RecordedResults::view).toList();
        Study known = study.study();
        Report report = new Report(known.name(), known.question(), List.of(), List.of(), views, damage);
        if (json) {
            console.out().println(JsonReport.of(report));
        } else {
            console.out().println();
            console.out().print(TerminalReport.of(report, StudyRun.style(console)));
            console.out().println();
            console.out().println(ClaimsConclusion.of(judged));
        }
    }

    /**
     * @param claims those for which something is measured
     * @param all that are judged
     */
    private void measure(StudyProvider study, List<Claim> claims, List<Claim> all) throws InterruptedException {
        Study known = study.study();
        ChildSetup setup = ChildSetup.detect(RunCommand.SEED)
                .withInstruments(study.instruments())
                .withFixtures(study::fixture);
        List<PlannedExperiment> missing = new ArrayList<>();
        List<String> damage = new ArrayList<>();
        RecordedResults before = RecordedResults.in(out, study, _ -> true, damage);
        damage.forEach(said -> console.err().println("gearbox: " + said));
        Race race =
                new ClaimRace(all, now -> before.of(now.experiment().machine()).with(now));
        Set<Pinning> unchecked = new LinkedHashSet<>();
        ClaimExperiments experiments =
                new ClaimExperiments(study, setup, DesignOptions.effort(full, untilDecided, budget));
        // A claim about several cores is measured in a placement of its own.
        claims.stream()
                .collect(Collectors.groupingBy(Claim::cores, TreeMap::new, Collectors.toList()))
                .forEach((cores, alike) -> experiments.of(alike, cores).forEach((cell, plans) -> {
                    missing.addAll(missing(cell, plans, before, alike, race));
                    if (timed(cell, alike)) {
                        unchecked(plans).forEach(unchecked::add);
                    }
                }));
        StudyRun run = new StudyRun(
                console, out, new StudyRun.Settings(json, false, false, StudyRun.Tables.NONE), studies, race);
        if (!missing.isEmpty()) {
            run.announce(known, missing, experiments.absent(claims));
        }
        new PlacementChecks(console, placement -> checks.apply(placement, out)).run(unchecked, json, RunCommand.SEED);
        if (!missing.isEmpty()) {
            run.measure(missing);
        }
        new UnblockedMeasurements(console, out, study, setup).measure(claims);
    }

    /** Returns whether a comparison in this cell is about a time or a rate: where cores are shared, that needs an A/A. */
    private static boolean timed(Claim.CellRef cell, List<Claim> claims) {
        return claims.stream()
                .flatMap(claim -> claim.parts().stream())
                .filter(part -> part.sides().anyMatch(side -> side.cell().equals(cell)))
                .anyMatch(part -> part.measure() instanceof Claim.Measure.Blocked(Metric metric)
                        && metric.use() != Taint.Use.COST);
    }

    /** Returns the placements of these with shared cores of which no A/A is in the folder, or only one that lacks a time that is due. */
    private Stream<Pinning> unchecked(List<PlannedExperiment> plans) {
        return plans.stream()
                .filter(plan -> plan.experiment().contended()
                        && PlacementControls.of(out, plan.experiment())
                                .filter(known -> !due || known.unknown().isEmpty())
                                .isEmpty())
                .map(plan -> plan.setup().pinning());
    }

    /** Those of the experiments in a cell that have not been measured yet in their placement, or were disturbed. */
    private List<PlannedExperiment> missing(
            Claim.CellRef cell, List<PlannedExperiment> plans, RecordedResults all, List<Claim> claims, Race race) {
        List<PlannedExperiment> missing = new ArrayList<>();
        for (PlannedExperiment plan : plans) {
            List<String> arms = plan.subjects().stream().map(Subject::label).toList();
            RecordedResults before = all.of(plan.experiment().machine());
            Optional<Evidence> there = before.of(
                            cell, arms, plan.experiment().design().forks())
                    .or(() ->
                            before.of(cell, arms, 1).filter(some -> race.over(some.experiment(), race.decided(some))));
            boolean spoilt = due && there.isPresent() && RecordedResults.disturbed(there.get(), claims);
            if (spoilt) {
                Archive.setAside(out, plan.experiment())
                        .ifPresent(
                                aside -> console.err().println("gearbox: the disturbed results are now in " + aside));
            }
            if (there.isEmpty() || spoilt) {
                missing.add(plan);
            }
        }
        return missing;
    }

    /** The comparisons that the results in the folder do not decide, and that this machine can: the others need no more arms. */
    private List<Claim> undecided(StudyProvider study, List<Claim> claims) {
        RecordedResults results = RecordedResults.in(out, study, _ -> true, new ArrayList<>());
        return Judge.of(claims, results).stream()
                .filter(judgement -> !judgement.verdict().decided())
                .flatMap(judgement -> judgement.open().stream())
                .toList();
    }

    private void requireKnown(List<StudyProvider> chosen) {
        List<String> known = chosen.stream()
                .flatMap(study -> study.study().claims().get().stream())
                .map(Claim::id)
                .toList();
        for (String id : ids) {
            if (!known.contains(id)) {
                throw OptionValues.unknown("claim", id, known);
            }
        }
    }

    /** Returns the chosen claims of a study. */
    private Stream<Claim> claims(StudyProvider study) {
        return study.study().claims().get().stream().filter(claim -> ids.isEmpty() || ids.contains(claim.id()));
    }
}
