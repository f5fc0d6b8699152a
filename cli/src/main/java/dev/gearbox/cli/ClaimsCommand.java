package dev.gearbox.cli;

import dev.gearbox.evidence.Claim;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Judge;
import dev.gearbox.evidence.Machine;
import dev.gearbox.lab.Cell;
import dev.gearbox.lab.Effort;
import dev.gearbox.lab.Environment;
import dev.gearbox.lab.Experiments;
import dev.gearbox.lab.Length;
import dev.gearbox.lab.Setup;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.Subject;
import dev.gearbox.lab.Workload;
import dev.gearbox.report.ClaimView;
import dev.gearbox.report.Json;
import dev.gearbox.report.Report;
import dev.gearbox.report.Terminal;
import dev.gearbox.studies.echoserver.EchoServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code gearbox claims}: measures what the literature's statements need and has not been measured yet, and says of each
 * whether it holds here, beside the literature's own figure.
 */
@Command(
        name = "claims",
        description = {
            "Put the literature's statements to the test: measure what is due, then a verdict on each.",
            "What was measured before is not measured again; --judge measures nothing at all."
        },
        footer = {"", "gearbox claims echo-server", "gearbox claims echo-server --claim es-4 --claim es-6"})
final class ClaimsCommand implements Callable<Integer> {
    private final Console console;
    private final Supplier<Study> study;

    @Parameters(arity = "0..1", paramLabel = "STUDY", description = "Which study (default: echo-server).")
    private @Nullable String name;

    @Option(names = "--claim", paramLabel = "ID", description = "Only this one; may be repeated.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--budget", paramLabel = "T", description = "At most about so long for each workload: 10m.")
    private @Nullable String budget;

    @Option(names = "--full", description = "Up to twenty forks instead of five.")
    private boolean full;

    @Option(names = "--judge", description = "Measure nothing; judge by what there is.")
    private boolean judge;

    @Option(names = "--out", paramLabel = "DIR", description = "Where the results are and go (default: results).")
    private Path out = Path.of("results");

    @Option(names = "--json", description = "Print JSON, and nothing else.")
    private boolean json;

    ClaimsCommand(Console console, Supplier<Study> study) {
        this.console = console;
        this.study = study;
    }

    @Override
    public Integer call() throws InterruptedException {
        Study known = study.get();
        if (name != null && !known.name().equals(name)) {
            throw Words.unknown("study", name, List.of(known.name()));
        }
        List<Claim> claims = chosen(known.claims().get());
        if (!judge) {
            measure(known, claims);
        }
        List<String> damage = new ArrayList<>();
        List<ClaimView> judged = Judge.of(claims, Recorded.in(out, known.name(), _ -> true, damage)).stream()
                .map(Recorded::view)
                .toList();
        Report report = new Report(known.name(), known.question(), List.of(), judged, List.of(), damage);
        if (json) {
            console.out().println(Json.of(report));
        } else {
            console.out().println();
            console.out().print(Terminal.of(report, StudyRun.style(console)));
        }
        return 0;
    }

    private void measure(Study known, List<Claim> claims) throws InterruptedException {
        Setup setup = Setup.detect(RunCommand.SEED);
        Environment environment = Environment.detect(setup);
        Machine here = Experiments.machine(environment);
        List<String> damage = new ArrayList<>();
        Recorded before = Recorded.in(
                out, known.name(), experiment -> experiment.machine().equals(here), damage);
        damage.forEach(said -> console.err().println("gearbox: " + said));
        List<Planned> due = new ArrayList<>();
        List<String> absent = absent(
                needed(claims, _ -> true).values().stream().flatMap(Set::stream).toList());
        plans(known, claims, environment, setup)
                .forEach((cell, plans) -> plans.forEach(plan -> {
                    List<String> arms =
                            plan.subjects().stream().map(Subject::label).toList();
                    if (before.of(cell, arms, plan.experiment().design().forks())
                            .isEmpty()) {
                        due.add(plan);
                    }
                }));
        StudyRun run = new StudyRun(console, out, new StudyRun.Options(json, false, false, false));
        if (!due.isEmpty()) {
            run.announce(known, due, absent, setup);
            run.measure(known, due, setup);
        }
        new Apart(console, out, known, setup, false).measure(known, claims);
    }

    private List<Claim> chosen(List<Claim> all) {
        List<String> known = all.stream().map(Claim::id).toList();
        for (String id : ids) {
            if (!known.contains(id)) {
                throw Words.unknown("claim", id, known);
            }
        }
        return all.stream()
                .filter(claim -> ids.isEmpty() || ids.contains(claim.id()))
                .toList();
    }

    /**
     * The experiments that any of the claims needs, by cell: one with everybody who takes part in it, or where the workload
     * compares in pairs one for each pair, the same that {@code gearbox run} makes. Comparisons in which somebody cannot take
     * part here are none of them.
     */
    private Map<Claim.Cell, List<Planned>> plans(
            Study known, List<Claim> claims, Environment environment, Setup setup) {
        Map<Claim.Cell, Set<Claim.Contender>> all = needed(claims, _ -> true);
        Map<Claim.Cell, List<Planned>> plans = new LinkedHashMap<>();
        needed(claims, arm -> EchoServer.absence(arm.label()).isEmpty()).forEach((cell, arms) -> {
            Workload workload = known.workload(cell.workload());
            List<String> absent = absent(all.getOrDefault(cell, Set.of()));
            List<Planned> here = new ArrayList<>();
            for (Together those : together(workload, arms)) {
                here.add(Planned.of(
                                known.name(),
                                workload,
                                lab(workload, cell),
                                those.arms().stream().map(EchoServer::subject).toList(),
                                those.baseline(),
                                this::design,
                                environment,
                                setup)
                        .leavingOut(absent));
            }
            plans.put(cell, here);
        });
        return plans;
    }

    private static Map<Claim.Cell, Set<Claim.Contender>> needed(
            List<Claim> claims, Predicate<Claim.Contender> present) {
        Map<Claim.Cell, Set<Claim.Contender>> needed = new LinkedHashMap<>();
        for (Claim claim : claims) {
            claim.runs(present)
                    .forEach((cell, arms) -> needed.computeIfAbsent(cell, _ -> new LinkedHashSet<>())
                            .addAll(arms));
        }
        return needed;
    }

    private static List<String> absent(Collection<Claim.Contender> arms) {
        return Lineup.absentOf(
                arms.stream().map(Claim.Contender::label).distinct().toList());
    }

    /**
     * Who is measured together.
     *
     * @param baseline the label of one of them; empty: the usual one
     */
    private record Together(List<Claim.Contender> arms, String baseline) {}

    private static List<Together> together(Workload workload, Set<Claim.Contender> arms) {
        List<Together> all = new ArrayList<>();
        List<Claim.Contender> others = new ArrayList<>(arms);
        for (Workload.Pair pair : workload.pairs()) {
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

    private static Cell lab(Workload workload, Claim.Cell cell) {
        Map<String, List<String>> axes = new LinkedHashMap<>();
        cell.axes().forEach((axis, value) -> axes.put(axis, List.of(value)));
        return workload.cells(Length.QUICK, axes).getFirst();
    }

    private Design design(int arms, double least) {
        Effort effort = budget != null
                ? new Effort.Budget(Words.duration("--budget", budget))
                : full ? new Effort.Full() : new Effort.Quick();
        return effort.design(arms, least);
    }
}
