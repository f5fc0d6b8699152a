package dev.gearbox.cli.run;

import static dev.gearbox.cli.terminal.OptionValues.given;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.external.Externals;
import dev.gearbox.lab.workload.JobWorkload;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.MemoryWorkload;
import dev.gearbox.lab.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    @Parameters(arity = "0..1", paramLabel = "STUDY", description = "Which study: echo-server, file-copy, page-indexer.")
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

    @Option(
            names = "--as-published",
            description = "Make the tables of the literature by its own method, beside what was measured by this one.")
    private boolean asPublished;

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
                        given("--explain", explain),
                        given("--as-published", asPublished))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(option -> {
                    throw new UsageException("the tour takes no " + option
                            + ". Name the study: gearbox run echo-server " + option + " ...");
                });
        return new Tour(console, studies, out, json, again).run(setup());
    }

    private ChildSetup setup() {
        ChildSetup setup = ChildSetup.detect(SEED);
        return patience == null ? setup : setup.withQuiet(OptionValues.duration("--patience", patience));
    }

    private ChildSetup children(StudyProvider study) {
        return setup().withInstruments(study.instruments()).withFixtures(study::fixture);
    }

    private int part(String name) throws InterruptedException {
        StudyProvider study = studies.named(name);
        if (asPublished) {
            return new AsPublished(console, out, study, children(study)).run();
        }
        Study known = study.study();
        if (known.names().isEmpty()) {
            throw new UsageException("the study " + name + " has no workload, so there is nothing to run");
        }
        ChildSetup setup = children(study);
        Planner planner = new Planner(
                study,
                setup,
                new Planner.Choice(engines, Optional.ofNullable(offload), baseline(), few()),
                sizing,
                overrides());
        for (String each : workload == null ? known.names() : List.of(workload)) {
            Workload wanted = known.workload(each);
            if (workload != null || sizing.isFull() || !wanted.named()) {
                requireFit(wanted);
                planner.plan(wanted);
            }
        }
        if (planner.plans().isEmpty()) {
            throw new UsageException("nobody can be compared here. " + String.join("; ", planner.leftOut()));
        }
        if (few()
                && !known.loads().isEmpty()
                && !json
                && planner.ofEngines(known.loads().getFirst())) {
            console.out()
                    .println("Engines that stand for the others: " + String.join(", ", DefaultSubjects.few())
                            + ". All of them: name a workload, or engines");
        }
        return new StudyRun(
                        console, out, new StudyRun.Settings(json, again, explain, StudyRun.Tables.VERDICTS), studies)
                .run(known, planner.plans(), planner.leftOut(), setup);
    }

    /** A whole study with every engine takes hours: where nobody names anything, those that stand for the others. */
    private boolean few() {
        return workload == null && engines.isEmpty() && !sizing.isFull();
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
                        throw new UsageException("--set makes no sense with " + memory
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
            throw new UsageException(option + " is for servers under load; in " + where + ". Leave it out");
        });
    }

    /** The label of the one that was named, or empty. */
    private String baseline() {
        if (baseline == null) {
            return "";
        }
        return Externals.asked(baseline) ? Externals.label(baseline) : baseline;
    }

    /** Other values for axes, by axis. */
    private Map<String, List<String>> overrides() {
        Map<String, List<String>> overrides = new LinkedHashMap<>();
        if (connections != null) {
            overrides.put(
                    "connections",
                    List.of(Long.toString(OptionValues.integer("--connections", connections, 1, 1_000_000))));
        }
        for (String each : axes) {
            int equals = each.indexOf('=');
            List<String> values = List.of(each.substring(equals + 1).split(",", -1));
            if (equals < 1 || values.contains("")) {
                throw new UsageException(
                        "--set cannot be \"" + each + "\". It takes an axis and its values: rate=20000,40000");
            }
            if (overrides.put(each.substring(0, equals), values) != null) {
                throw new UsageException("two options give values for " + each.substring(0, equals)
                        + ". Give them in one: --set connections=100,1000");
            }
        }
        return overrides;
    }
}
