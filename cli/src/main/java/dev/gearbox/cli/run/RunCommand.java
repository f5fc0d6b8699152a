package dev.gearbox.cli.run;

import static dev.gearbox.cli.terminal.Words.given;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Refusal;
import dev.gearbox.cli.terminal.Words;
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
import dev.gearbox.lab.workload.Subject;
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
        Setup setup = setup();
        Environment environment = Environment.detect(setup);
        Parts parts = new Parts(study, environment, setup, overrides());
        for (String each : workload == null ? known.names() : List.of(workload)) {
            switch (known.workload(each)) {
                case LoadWorkload load -> load(load, parts);
                case JobWorkload job -> {
                    if (workload != null || sizing.isFull() || !job.named()) {
                        job(job, parts);
                    }
                }
            }
        }
        if (parts.plans.isEmpty() && parts.quiet.isEmpty()) {
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
                .run(known, parts.plans, parts.quiet, List.copyOf(parts.leftOut), setup);
    }

    /** What a run is made of, as it is put together. */
    private record Parts(
            StudyProvider study,
            Environment environment,
            Setup setup,
            Map<String, List<String>> overrides,
            List<Planned> plans,
            List<StudyRun.QuietConnections> quiet,
            Set<String> leftOut) {
        Parts(StudyProvider study, Environment environment, Setup setup, Map<String, List<String>> overrides) {
            this(study, environment, setup, overrides, new ArrayList<>(), new ArrayList<>(), new LinkedHashSet<>());
        }
    }

    /** A whole study with every engine takes hours: where nobody names anything, those that stand for the others. */
    private boolean few() {
        return workload == null && engines.isEmpty() && !sizing.isFull();
    }

    private void load(LoadWorkload each, Parts parts) {
        List<Cell> cells = each.cells(sizing.length(), parts.overrides);
        boolean paired = engines.isEmpty() && !each.pairs().isEmpty();
        Pairs pairs = paired ? pairs(each) : new Pairs(List.of(), List.of());
        List<String> absent = paired ? pairs.leftOut() : ofEngines(parts, each) ? absent(few()) : parts.study.absent();
        parts.leftOut.addAll(absent);
        if (each.method() == LoadWorkload.Method.MEMORY) {
            if (workload != null && each.axes().keySet().stream().anyMatch(parts.overrides::containsKey)) {
                throw new Refusal("--set makes no sense with " + each.name()
                        + ": the memory of a quiet connection is the slope over its numbers of them");
            }
            parts.quiet.add(new StudyRun.QuietConnections(each, compared(each, cells.getFirst(), few())));
            return;
        }
        for (Cell cell : cells) {
            requireOpenLoop(cell);
            List<List<Subject>> contests = paired
                    ? pairs.present().stream()
                            .map(pair -> Pairs.subjects(pair, cell, Optional.ofNullable(offload)))
                            .toList()
                    : List.of(parts.study
                            .subjects(cell, engines, Optional.ofNullable(offload))
                            .orElseGet(() -> compared(each, cell, few())));
            for (List<Subject> subjects : contests) {
                String against = paired ? subjects.getFirst().label() : baseline();
                parts.plans.add(Planned.of(
                                parts.study.name(),
                                each.summary(),
                                cell,
                                subjects,
                                against,
                                USUAL,
                                taking -> sizing.design(sizing.effort()
                                        .design(taking.size(), cell.slice().toMillis() / 1e3)),
                                parts.environment,
                                parts.setup)
                        .leavingOut(absent));
            }
        }
    }

    private void job(JobWorkload each, Parts parts) {
        Stream.of(
                        given("--slo", sizing.searches()),
                        given("--slice", sizing.hasSlice()),
                        given("--explain", explain),
                        given("--connections", connections != null))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(option -> {
                    throw new Refusal(option + " is for servers under load; in " + each.name()
                            + " everybody does a job. Leave it out");
                });
        List<String> absent = engines.isEmpty() ? parts.study.absent() : List.of();
        parts.leftOut.addAll(absent);
        for (JobCell cell : each.cells(sizing.length(), parts.overrides)) {
            parts.plans.add(Planned.of(
                            parts.study.name(),
                            each.summary(),
                            cell,
                            own(parts, cell),
                            baseline(),
                            each.baseline(),
                            taking -> sizing.design(sizing.effort()
                                    .jobs(taking.stream()
                                            .map(cell::expectedSeconds)
                                            .toList())),
                            parts.environment,
                            parts.setup)
                    .leavingOut(absent));
        }
    }

    /** Whether the servers under this load are the engines, and not the study's own. */
    private boolean ofEngines(Parts parts, LoadWorkload load) {
        Cell first = load.cells(sizing.length(), parts.overrides).getFirst();
        return parts.study
                .subjects(first, engines, Optional.ofNullable(offload))
                .isEmpty();
    }

    /** The subjects of the study's own. */
    private List<Subject> own(Parts parts, Condition cell) {
        return parts.study
                .subjects(cell, engines, Optional.ofNullable(offload))
                .orElseThrow(() -> new Refusal("servers do no jobs, so that nobody can take part in " + cell.label()));
    }

    private List<String> absent(boolean few) {
        return few ? Lineup.absentOf(Lineup.FEW) : engines.isEmpty() ? Lineup.absent() : List.of();
    }

    private List<Subject> compared(LoadWorkload each, Cell cell, boolean few) {
        return Lineup.compared(cell, few ? Lineup.few() : engines, each.also(), Optional.ofNullable(offload));
    }

    /** The label of the one that was named, or empty. */
    private String baseline() {
        if (baseline == null) {
            return "";
        }
        return Externals.asked(baseline) ? Externals.label(baseline) : baseline;
    }

    private Pairs pairs(LoadWorkload compared) {
        if (baseline != null) {
            throw new Refusal("--baseline makes no sense with " + compared.name()
                    + ", whose pairs have one each. Name engines with --engine to compare others");
        }
        return Pairs.of(compared);
    }

    private void requireOpenLoop(Cell cell) {
        if (sizing.searches() && cell.arrivals() instanceof Arrivals.Closed) {
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
