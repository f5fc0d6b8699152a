package dev.gearbox.cli.run;

import static dev.gearbox.cli.terminal.Words.given;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Refusal;
import dev.gearbox.cli.terminal.Words;
import dev.gearbox.evidence.Design;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.Setup;
import dev.gearbox.lab.external.Externals;
import dev.gearbox.lab.machine.Environment;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JobWorkload;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.lab.workload.MemoryWorkload;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.Workload;
import dev.gearbox.load.plan.Arrivals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code gearbox run}: without words a tour of at most three minutes, one fork; else a study, or a part of one, as an
 * experiment with forks, intervals and verdicts.
 */
@Command(
        name = "run",
        description = {
            "Measure engines on this machine. Without words: a tour of echo-server in at most three minutes, one fork.",
            "With a study: forks of interleaved slices, intervals and verdicts. What was measured before is not measured again,",
            "and what was interrupted goes on."
        },
        footer = {
            "",
            "gearbox run",
            "gearbox run echo-server --workload ping --engine selector --engine 'reactors?threads=2' --quick",
            "gearbox run echo-server --workload ping --engine virtual --engine threads --budget 10m",
            "gearbox run echo-server --workload hello-bye-persistent --engine selector --engine virtual --connections 10000",
            "gearbox run echo-server --workload ping --engine selector --engine 'external:mine=./server --port {port}'"
        })
public final class RunCommand implements Callable<Integer> {
    /** From which all arrivals and orders are drawn: the same command measures the same load. */
    static final long SEED = 42;

    private final Console console;
    private final Studies studies;

    @Parameters(arity = "0..1", paramLabel = "STUDY", description = "Which study: echo-server, page-indexer.")
    private @Nullable String studyName;

    @Option(names = "--workload", paramLabel = "W", description = "Only this workload of it.")
    private @Nullable String workload;

    @Option(
            names = "--engine",
            paramLabel = "SPEC",
            description = {
                "Only this engine, or one of ref-selector, ref-threads, ref-virtual, ref-mina, ref-netty-nio, ..., or a server of others: external:NAME, or",
                "external:LABEL=COMMAND with {port} in it; may be repeated."
            })
    private List<String> engines = new ArrayList<>();

    @Option(
            names = "--offload",
            paramLabel = "K|elastic",
            description = "Let sessions run on so many worker threads, or on as many as it takes.")
    private @Nullable String offload;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "So many connections instead of the workload's own.")
    private @Nullable String connections;

    @Option(
            names = "--set",
            paramLabel = "AXIS=VALUE[,VALUE]",
            description = "Other values for an axis of the workload: rate=40000, bytes=64,16384. May be repeated.")
    private List<String> axes = new ArrayList<>();

    @Option(
            names = "--baseline",
            paramLabel = "SPEC",
            description = "What the others are compared with (default: selector, if it takes part).")
    private @Nullable String baseline;

    @Mixin
    private final DesignOptions sizing = new DesignOptions();

    @Option(
            names = "--patience",
            paramLabel = "T",
            description = "How long each fork waits at most for others to leave the machine alone: 10s (default: 1m).")
    private @Nullable String patience;

    @Option(names = "--again", description = "Set aside what was measured before, and measure anew.")
    private boolean again;

    @Option(
            names = "--explain",
            description = "Also find out where the processor time goes; takes a profile of each engine.")
    private boolean explain;

    @Option(names = "--out", paramLabel = "DIR", description = "Where the results go (default: results).")
    private Path out = Path.of("results");

    @Option(names = "--json", description = "Print JSON, and nothing else.")
    private boolean json;

    /** What servers are compared with when nobody says so, if it takes part. */
    static final String USUAL = "selector";

    public RunCommand(Console console, Studies studies) {
        this.console = console;
        this.studies = studies;
    }

    @Override
    public Integer call() throws InterruptedException {
        sizing.check();
        return studyName == null ? tour() : part(studyName);
    }

    private int tour() throws InterruptedException {
        Stream.of(
                        given("--workload", workload != null),
                        given("--engine", !engines.isEmpty()),
                        given("--offload", offload != null),
                        given("--connections", connections != null),
                        given("--set", !axes.isEmpty()),
                        given("--baseline", baseline != null),
                        sizing.first(),
                        given("--explain", explain))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(option -> {
                    throw new Refusal("the tour takes no " + option + ". Name the study: gearbox run echo-server "
                            + option + " ...");
                });
        return new Tour(console, studies, out, json, again).run(setup());
    }

    private Setup setup() {
        Setup setup = Setup.detect(SEED);
        return patience == null ? setup : setup.withQuiet(Words.duration("--patience", patience));
    }

    private int part(String name) throws InterruptedException {
        StudyProvider study = studies.named(name);
        Study known = study.study();
        if (known.names().isEmpty()) {
            throw new Refusal("the study " + name + " has no workload, so there is nothing to run");
        }
        Setup setup = setup().withInstruments(study.instruments());
        Environment environment = Environment.detect(setup);
        Parts parts = new Parts(study, environment, setup, overrides());
        for (String each : workload == null ? known.names() : List.of(workload)) {
            Workload wanted = known.workload(each);
            if (workload != null || sizing.isFull() || !wanted.named()) {
                plan(wanted, parts);
            }
        }
        if (parts.plans.isEmpty()) {
            throw new Refusal("nobody can be compared here. " + String.join("; ", parts.leftOut));
        }
        if (few()
                && !known.loads().isEmpty()
                && !json
                && ofEngines(parts, known.loads().getFirst())) {
            console.out()
                    .println("Engines that stand for the others: " + String.join(", ", Lineup.few())
                            + ". All of them: name a workload, or engines");
        }
        return new StudyRun(console, out, new StudyRun.Options(json, again, explain, StudyRun.Tables.VERDICTS), studies)
                .run(known, parts.plans, List.copyOf(parts.leftOut), setup);
    }

    /** What a run is made of, as it is put together. */
    private record Parts(
            StudyProvider study,
            Environment environment,
            Setup setup,
            Map<String, List<String>> overrides,
            List<Planned> plans,
            Set<String> leftOut) {
        Parts(StudyProvider study, Environment environment, Setup setup, Map<String, List<String>> overrides) {
            this(study, environment, setup, overrides, new ArrayList<>(), new LinkedHashSet<>());
        }
    }

    /** A whole study with every engine takes hours: where nobody names anything, those that stand for the others. */
    private boolean few() {
        return workload == null && engines.isEmpty() && !sizing.isFull();
    }

    /**
     * Who is compared.
     *
     * @param baseline the label of one of them; empty: the usual one
     */
    private record Contest(List<Subject> subjects, String baseline) {}

    /** Each cell as an experiment, or where the workload compares two by two one for each pair. */
    private void plan(Workload each, Parts parts) {
        requireFit(each);
        List<? extends Condition> cells = each.cells(sizing.length(), parts.overrides);
        Optional<Pairs> pairs = pairs(each);
        List<String> absent = pairs.isPresent() ? pairs.get().leftOut() : absent(parts.study, cells.getFirst());
        parts.leftOut.addAll(absent);
        for (Condition cell : cells) {
            requireOpenLoop(cell);
            for (Contest contest : contests(each, cell, pairs, parts.study)) {
                parts.plans.add(Planned.of(
                                parts.study.name(),
                                each.summary(),
                                cell,
                                contest.subjects(),
                                contest.baseline(),
                                each.baseline().isEmpty() ? USUAL : each.baseline(),
                                taking -> design(cell, taking),
                                parts.environment,
                                parts.setup)
                        .leavingOut(absent));
            }
        }
    }

    private List<Contest> contests(Workload each, Condition cell, Optional<Pairs> pairs, StudyProvider study) {
        if (pairs.isEmpty()) {
            return List.of(new Contest(compared(each, cell, study), baseline()));
        }
        return pairs.get().present().stream()
                .map(pair -> Pairs.subjects(pair, served(cell), Optional.ofNullable(offload)))
                .map(two -> new Contest(two, two.getFirst().label()))
                .toList();
    }

    private Design design(Condition cell, List<Subject> taking) {
        Design usual = sizing.effort().design(cell, taking);
        return cell instanceof MemoryCell ? sizing.forks(usual) : sizing.design(usual);
    }

    /** Refuses options that are for another kind of workload. Where nobody named this one they are for the others of the study. */
    private void requireFit(Workload each) {
        switch (each) {
            case LoadWorkload _ -> {}
            case JobWorkload job ->
                requireNone(
                        job + " everybody does a job",
                        Stream.of(
                                given("--slo", sizing.searches()),
                                given("--slice", sizing.hasSlice()),
                                given("--explain", explain),
                                given("--connections", connections != null)));
            case MemoryWorkload memory -> {
                if (workload != null) {
                    if (axes.stream().anyMatch(axis -> axis.startsWith(memory.over() + "="))) {
                        throw new Refusal("--set makes no sense with " + memory
                                + ": the memory of a quiet connection is the slope over its numbers of them");
                    }
                    requireNone(
                            memory + " connections are idle",
                            Stream.of(
                                    sizing.ofSlices(),
                                    given("--explain", explain),
                                    given("--connections", connections != null)));
                }
            }
        }
    }

    private static void requireNone(String where, Stream<Optional<String>> options) {
        options.flatMap(Optional::stream).findFirst().ifPresent(option -> {
            throw new Refusal(option + " is for servers under load; in " + where + ". Leave it out");
        });
    }

    /** The subjects of the study's own; empty where these are the engines. */
    private Optional<List<Subject>> own(StudyProvider study, Condition cell) {
        return study.subjects(cell, engines, Optional.ofNullable(offload));
    }

    /** Whether the servers under this load are the engines, and not the study's own. */
    private boolean ofEngines(Parts parts, LoadWorkload load) {
        return own(parts.study, load.cells(sizing.length(), parts.overrides).getFirst())
                .isEmpty();
    }

    private List<String> absent(StudyProvider study, Condition cell) {
        if (own(study, cell).isPresent()) {
            return engines.isEmpty() ? study.absent() : List.of();
        }
        return few() ? Lineup.absentOf(Lineup.FEW) : engines.isEmpty() ? Lineup.absent() : List.of();
    }

    private List<Subject> compared(Workload each, Condition cell, StudyProvider study) {
        return own(study, cell)
                .orElseGet(() -> Lineup.compared(
                        served(cell), few() ? Lineup.few() : engines, each.also(), Optional.ofNullable(offload)));
    }

    /** The load of servers; of several the largest. */
    private static Cell served(Condition cell) {
        return switch (cell) {
            case Cell load -> load;
            case MemoryCell memory -> memory.largest();
            case JobCell job -> throw new Refusal("servers do no jobs, so that nobody can take part in " + job.label());
        };
    }

    /** The label of the one that was named, or empty. */
    private String baseline() {
        if (baseline == null) {
            return "";
        }
        return Externals.asked(baseline) ? Externals.label(baseline) : baseline;
    }

    /** The pairs of a workload that has some, unless engines are named. */
    private Optional<Pairs> pairs(Workload each) {
        if (!engines.isEmpty()
                || !(each instanceof LoadWorkload load)
                || load.pairs().isEmpty()) {
            return Optional.empty();
        }
        if (baseline != null) {
            throw new Refusal("--baseline makes no sense with " + load.name()
                    + ", whose pairs have one each. Name engines with --engine to compare others");
        }
        return Optional.of(Pairs.of(load));
    }

    private void requireOpenLoop(Condition condition) {
        if (sizing.searches() && condition instanceof Cell cell && cell.arrivals() instanceof Arrivals.Closed) {
            throw new Refusal("--slo needs an open loop, in which one can ask at any rate; " + cell.workload()
                    + " is a closed one. Take --workload ping");
        }
    }

    /** Other values for axes, by axis. */
    private Map<String, List<String>> overrides() {
        Map<String, List<String>> overrides = new LinkedHashMap<>();
        if (connections != null) {
            overrides.put(
                    "connections", List.of(Long.toString(Words.whole("--connections", connections, 1, 1_000_000))));
        }
        for (String each : axes) {
            int equals = each.indexOf('=');
            List<String> values = List.of(each.substring(equals + 1).split(",", -1));
            if (equals < 1 || values.contains("")) {
                throw new Refusal(
                        "--set cannot be \"" + each + "\". It takes an axis and its values: rate=20000,40000");
            }
            if (overrides.put(each.substring(0, equals), values) != null) {
                throw new Refusal("two options give values for " + each.substring(0, equals)
                        + ". Give them in one: --set connections=100,1000");
            }
        }
        return overrides;
    }
}
