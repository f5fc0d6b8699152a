package dev.gearbox.cli.run;

import static dev.gearbox.cli.terminal.OptionValues.given;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.CoresOption;
import dev.gearbox.cli.terminal.PatienceOption;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.child.PlacementChoice;
import dev.gearbox.lab.external.Externals;
import dev.gearbox.lab.workload.JobWorkload;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.MemoryWorkload;
import dev.gearbox.lab.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code gearbox run}: a study, or a part of one, as experiments with forks, intervals and verdicts; without arguments the smallest one, the tour of
 * the first study, which answers in five minutes.
 */
@Command(
        name = "run",
        description = {
            "Measure engines on this machine.",
            "Without arguments: the tour, an experiment of about five minutes with one engine of each kind, which prints its answer first."
                    + " With a study: more forks, intervals and verdicts. Existing results are not measured again, and an interrupted run continues."
        },
        footer = {
            "",
            "Examples:",
            "gearbox run",
            "gearbox run --cores shared",
            "gearbox run echo-server --workload ping --engine selector --engine 'reactors?threads=2' --quick",
            "gearbox run echo-server --workload ping --engine virtual --engine threads --budget 10m",
            "gearbox run echo-server --workload ping --engine selector --engine virtual --cores shared",
            "gearbox run echo-server --workload hello-bye-persistent --engine selector --engine virtual --connections 10000",
            "gearbox run fan-out-gateway --services calls.yaml --quick",
            "gearbox run echo-server --workload ping --engine selector --engine 'external:mine=./server --port {port}'"
        })
public final class RunCommand implements Callable<Integer> {
    /** The seed of all arrivals and orders: the same command measures the same load. */
    public static final long SEED = 42;

    private final Console console;
    private final Studies studies;

    @Parameters(
            arity = "0..1",
            paramLabel = "STUDY",
            description = "Study to run: echo-server, fan-out-gateway, file-copy, page-indexer.")
    private @Nullable String studyName;

    @Option(
            names = "--workload",
            paramLabel = "W",
            description = "Run only this workload of the study. May be repeated.")
    private List<String> workloads = new ArrayList<>();

    @Option(
            names = "--services",
            paramLabel = "FILE",
            description =
                    "Measure gateways over your own services, which this YAML file describes, instead of the workloads"
                            + " of the study. See gearbox serve gateway --help.")
    private @Nullable Path services;

    @Option(
            names = "--engine",
            paramLabel = "SPEC",
            description = {
                "Measure only this engine. May be repeated. Also a reference: ref-selector, ref-threads, ref-virtual, ref-mina,"
                        + " ref-netty-nio, ...; or an external server: external:NAME, or external:LABEL=COMMAND with {port} in it."
            })
    private List<String> engines = new ArrayList<>();

    @Option(
            names = "--offload",
            paramLabel = "K|elastic",
            description = "Run sessions on K worker threads, or on as many as needed.")
    private @Nullable String offload;

    @Mixin
    private final AxisOptions axes = new AxisOptions();

    @Option(
            names = "--baseline",
            paramLabel = "SPEC",
            description = "Subject that the others are compared with (default: selector, if it takes part).")
    private @Nullable String baseline;

    @Mixin
    private final DesignOptions sizing = new DesignOptions();

    @Mixin
    private final CoresOption cores = new CoresOption();

    @Mixin
    private final PatienceOption patience = new PatienceOption();

    @Option(
            names = "--as-published",
            description =
                    "Reproduce the tables of the literature by its own method, next to existing results; with --quick in shorter runs. After an interruption the same command continues.")
    private boolean asPublished;

    @Option(names = "--again", description = "Set existing results aside and measure again.")
    private boolean again;

    @Option(names = "--explain", description = "Also profile each engine, to show where the processor time goes.")
    private boolean explain;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results (default: results).")
    private Path out = Path.of("results");

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    /** The default baseline of servers, if it takes part. */
    public static final String USUAL = "selector";

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
        Stream.concat(
                        options(),
                        Stream.of(given("--as-published", asPublished), given("--explain", explain))
                                .flatMap(Optional::stream))
                .findFirst()
                .ifPresent(option -> {
                    throw new UsageException("the tour takes no " + option
                            + ". Name the study: gearbox run echo-server " + option + " ...");
                });
        StudyProvider study = studies.first();
        PlannedTour tour = PlannedTour.of(study, children(study), placement(), sizing);
        return new StudyRun(console, out, new StudyRun.Settings(json, again, false, StudyRun.Tables.TOUR), studies)
                .run(study.study(), tour.plans(), tour.absent());
    }

    /** The given options that select what is measured, and how much. */
    private Stream<String> options() {
        return Stream.concat(
                Stream.of(
                                given("--workload", !workloads.isEmpty()),
                                given("--services", services != null),
                                given("--engine", !engines.isEmpty()),
                                given("--offload", offload != null),
                                given("--baseline", baseline != null))
                        .flatMap(Optional::stream),
                Stream.concat(axes.chosen(), sizing.chosen()));
    }

    private ChildSetup setup() {
        ChildSetup setup = ChildSetup.detect(SEED);
        return patience.time().map(setup::withQuiet).orElse(setup);
    }

    private ChildSetup children(StudyProvider study) {
        return setup().withInstruments(study.instruments()).withFixtures(study::fixture);
    }

    private int part(String name) throws InterruptedException {
        StudyProvider study = studies.named(name);
        if (asPublished) {
            Stream.concat(
                            options(),
                            Stream.of(given("--cores", cores.given()), given("--explain", explain))
                                    .flatMap(Optional::stream))
                    .filter(option -> !option.equals("--quick"))
                    .findFirst()
                    .ifPresent(option -> {
                        throw new UsageException(
                                "--as-published runs its tables as a whole, without " + option + ". Leave it out");
                    });
            return new AsPublished(console, out, study, children(study), sizing.isQuick(), again).run();
        }
        Study known = study.study();
        if (known.names().isEmpty()) {
            throw new UsageException("the study " + name + " has no workloads, so there is nothing to run");
        }
        Planner planner = new Planner(
                study,
                children(study),
                placement(),
                new Planner.Choice(engines, Optional.ofNullable(offload), baseline(), few()),
                sizing,
                sizing.effort(),
                axes.overrides());
        for (Workload wanted : wanted(study, known)) {
            if (!workloads.isEmpty() || sizing.isFull() || !wanted.named()) {
                requireFit(wanted);
                planner.plan(wanted);
            }
        }
        if (planner.plans().isEmpty()) {
            throw new UsageException(
                    "there is nothing to compare on this machine. " + String.join("; ", planner.leftOut()));
        }
        if (few()
                && !known.loads().isEmpty()
                && !json
                && planner.ofEngines(known.loads().getFirst())) {
            console.out()
                    .println("Only these workloads and engines are measured: "
                            + known.workloads().stream()
                                    .filter(workload -> !workload.named())
                                    .map(Workload::name)
                                    .collect(Collectors.joining(", "))
                            + "; " + String.join(", ", DefaultSubjects.few())
                            + ". To measure others, name them (--workload, --engine); for all, --full");
        }
        return new StudyRun(
                        console, out, new StudyRun.Settings(json, again, explain, StudyRun.Tables.VERDICTS), studies)
                .run(known, planner.plans(), planner.leftOut());
    }

    private List<? extends Workload> wanted(StudyProvider study, Study known) {
        if (services == null) {
            return workloads.isEmpty()
                    ? known.workloads()
                    : workloads.stream().map(known::workload).toList();
        }
        if (!workloads.isEmpty()) {
            throw new UsageException("--services is a workload of its own. Leave out --workload");
        }
        try {
            return List.of(study.over(String.valueOf(services.getFileName()), Files.readString(services))
                    .orElseThrow(() -> new UsageException(
                            "--services describes what gateways call, and the study " + study.name() + " has none")));
        } catch (IOException unreadable) {
            throw new UsageException(
                    "--services " + services + " cannot be read. Name a YAML file with the calls of a gateway",
                    unreadable);
        }
    }

    /** The placement that was named, if this machine has its cores. */
    private Optional<Pinning> placement() {
        return cores.given() ? Optional.of(PlacementChoice.here().named(cores.only())) : Optional.empty();
    }

    /** A whole study with every engine takes hours: unless a workload or engines are named, only some engines are measured. */
    private boolean few() {
        return workloads.isEmpty() && services == null && engines.isEmpty() && !sizing.isFull();
    }

    /** Refuses options that do not apply to this kind of workload. Without {@code --workload} they may be meant for others of the study. */
    private void requireFit(Workload each) {
        switch (each) {
            case LoadWorkload _ -> {}
            case JobWorkload job ->
                requireNone(
                        job + " is a job",
                        Stream.of(
                                given("--slo", sizing.searches()),
                                given("--slice", sizing.hasSlice()),
                                given("--explain", explain),
                                axes.connections()));
            case MemoryWorkload memory -> {
                if (!workloads.isEmpty()) {
                    if (axes.sets(memory.over())) {
                        throw new UsageException("--set " + memory.over() + " does not apply to " + memory
                                + ": the memory of a quiet connection is the slope over the numbers of connections");
                    }
                    requireNone(
                            memory + " measures idle connections",
                            Stream.of(sizing.ofSlices(), given("--explain", explain), axes.connections()));
                }
            }
        }
    }

    private static void requireNone(String where, Stream<Optional<String>> options) {
        options.flatMap(Optional::stream).findFirst().ifPresent(option -> {
            throw new UsageException(option + " applies to servers under load, but " + where + ". Leave it out");
        });
    }

    /** The label of the baseline that was named, or empty. */
    private String baseline() {
        if (baseline == null) {
            return "";
        }
        return Externals.asked(baseline) ? Externals.label(baseline) : baseline;
    }
}
