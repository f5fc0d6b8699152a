package dev.gearbox.cli;

import dev.gearbox.evidence.Claim;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Judge;
import dev.gearbox.evidence.Judgement;
import dev.gearbox.lab.Cell;
import dev.gearbox.lab.Effort;
import dev.gearbox.lab.Environment;
import dev.gearbox.lab.Length;
import dev.gearbox.lab.Setup;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.Subject;
import dev.gearbox.lab.Workload;
import dev.gearbox.studies.echoserver.EchoServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

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
    private static final String INDENT = "      ";

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
        List<Claim> claims = chosen(EchoServer.claims());
        Setup setup = Setup.detect(RunCommand.SEED);
        Map<Claim.Cell, Planned> plans = plans(known, claims, setup);
        Apart apart = new Apart(console, out, known, setup);
        if (!judge) {
            new StudyRun(console, out, new StudyRun.Options(json, false, false, false))
                    .measure(known, List.copyOf(plans.values()), setup);
            apart.measure(claims);
        }
        List<Judgement> judgements = Judge.of(claims, new Recorded(out, plans, apart));
        if (json) {
            console.out().println(tree(judgements));
        } else {
            console.out().println();
            judgements.forEach(this::print);
        }
        return 0;
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

    /** One experiment for each cell that any of the claims needs, with everybody who takes part in it. */
    private Map<Claim.Cell, Planned> plans(Study known, List<Claim> claims, Setup setup) {
        Map<Claim.Cell, Set<Claim.Contender>> needed = new LinkedHashMap<>();
        for (Claim claim : claims) {
            claim.runs()
                    .forEach((cell, arms) -> needed.computeIfAbsent(cell, _ -> new LinkedHashSet<>())
                            .addAll(arms));
        }
        Environment environment = Environment.detect(setup);
        Map<Claim.Cell, Planned> plans = new LinkedHashMap<>();
        needed.forEach((cell, arms) -> {
            Workload workload = known.workload(cell.workload());
            List<Subject> subjects = arms.stream().map(EchoServer::engine).toList();
            Planned plan = Planned.of(
                    known.name(), workload, lab(workload, cell), subjects, "", this::design, environment, setup);
            plans.put(cell, plan);
        });
        return plans;
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

    private void print(Judgement judgement) {
        Claim claim = judgement.claim();
        console.out()
                .println(console.bold(claim.id() + "  " + judgement.verdict().words()));
        say(claim.statement());
        say("their method: " + claim.theirs().reported() + " (" + claim.theirs().how() + ")");
        for (Judgement.Part part : judgement.parts()) {
            String ours = part.ours().isEmpty() ? "" : part.ours() + ": ";
            say("ours: " + part.part().name() + ": " + ours + part.words() + ". " + part.why());
        }
        claim.note().ifPresent(note -> say(note.strip()));
    }

    private void say(String text) {
        console.out().println(INDENT + Paragraph.wrap(text, INDENT.length(), console.outColumns()));
    }

    private static String tree(List<Judgement> judgements) {
        var array = JsonMapper.shared().createArrayNode();
        for (Judgement judgement : judgements) {
            ObjectNode node = array.addObject();
            node.put("id", judgement.claim().id())
                    .put("statement", judgement.claim().statement())
                    .put("verdict", judgement.verdict().words());
            var parts = node.putArray("parts");
            judgement
                    .parts()
                    .forEach(part -> parts.addObject()
                            .put("name", part.part().name())
                            .put("ours", part.ours())
                            .put("verdict", part.words())
                            .put("why", part.why()));
        }
        return array.toPrettyString();
    }
}
