package dev.gearbox.cli.advise;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.Advisor;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.WorkloadText;
import dev.gearbox.advise.calibration.CalibrationFile;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.Fingerprint;
import dev.gearbox.advise.map.RegionMap;
import dev.gearbox.advise.observe.ObservedWorkload;
import dev.gearbox.advise.rules.LiteratureRules;
import dev.gearbox.advise.trial.LabLoad;
import dev.gearbox.advise.trial.LabMachine;
import dev.gearbox.advise.trial.TrialResult;
import dev.gearbox.advise.trial.ValidationGrid;
import dev.gearbox.cli.run.AdviceTrials;
import dev.gearbox.cli.run.Studies;
import dev.gearbox.cli.run.TrialOptions;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Paragraph;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.machine.MachineProbe;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** {@code gearbox advise}: recommends an engine for a workload. */
@Command(
        name = "advise",
        description = {
            "Recommend an engine for a workload, by prediction.",
            "Each figure has an interval. Engines that the prediction cannot tell apart are one group. Uses the costs that gearbox"
                    + " calibrate has measured on this machine, or reference costs with wide intervals."
        },
        footer = {
            "",
            "Examples:",
            "gearbox advise --connections 10000 --rate 10000 --size 64B --cpu 20us",
            "gearbox advise --connections 5000 --rate 200 --wait 20ms --p99 200ms",
            "gearbox advise --from workload.yaml --json",
            "gearbox advise --from 4242",
            "gearbox advise --from app.jfr --wait 20ms",
            "gearbox advise --connections 100 --rate 2000 --cpu 20us --verify",
            "gearbox advise --validate --budget 20m",
            "gearbox advise --map --rate 2000"
        })
public final class AdviseCommand implements Callable<Integer> {
    private final Console console;
    private final Studies studies;

    @Option(names = "--connections", paramLabel = "N", description = "Connections that are open at a time.")
    private @Nullable String connections;

    @Option(names = "--rate", paramLabel = "R", description = "Requests per second, on all connections together.")
    private @Nullable String rate;

    @Option(names = "--size", paramLabel = "SIZE", description = "Size of a request, and of its answer (default: 64B).")
    private @Nullable String size;

    @Option(
            names = "--cpu",
            paramLabel = "TIME",
            description = "Processor time of your code for a request (default: none).")
    private @Nullable String cpu;

    @Option(
            names = "--cpu-variation",
            paramLabel = "V",
            description =
                    "Variance of that time, divided by the square of its mean: 0 constant, 1 exponential (default: unknown, 0 to 4).")
    private @Nullable String cpuVariation;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = "For how long a request blocks, such as in a database (default: never).")
    private @Nullable String blocked;

    @Option(
            names = "--wait-variation",
            paramLabel = "V",
            description = "Variance of the wait, divided by the square of its mean (default: unknown, 0 to 4).")
    private @Nullable String waitVariation;

    @Option(names = "--connects", paramLabel = "R", description = "New connections per second (default: 0).")
    private @Nullable String connects;

    @Option(
            names = "--cores",
            paramLabel = "N",
            description = "Cores of the server (default: those of this machine). Others are extrapolated.")
    private @Nullable String cores;

    @Option(names = "--p99", paramLabel = "TIME", description = "Limit of the 99th percentile of response times.")
    private @Nullable String p99;

    @Option(names = "--memory", paramLabel = "SIZE", description = "Limit of the server's memory.")
    private @Nullable String memory;

    @Option(
            names = "--from",
            paramLabel = "PID|FILE",
            description =
                    "Read the workload from a running JVM, which is recorded for a while; from a flight recording (.jfr); or from a YAML file with the names of these options as keys. Options override it.")
    private @Nullable String from;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "With --from PID: how long to watch the process (default: 10s).")
    private @Nullable String time;

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description = "Use the costs in this file, from gearbox calibrate --out.")
    private @Nullable Path calibration;

    @Option(names = "--foreign", description = "Accept costs of another machine.")
    private boolean foreign;

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    @Option(
            names = "--verify",
            description =
                    "Measure the first two engines, and the one that the literature recommends, and print the prediction beside the measurement.")
    private boolean verify;

    @Option(
            names = "--validate",
            description =
                    "Measure the engines of a grid of workloads, and print how often measured values lie in predicted intervals, and what the advice costs against the best engine.")
    private boolean validate;

    @Option(
            names = "--grid",
            paramLabel = "FILE",
            description =
                    "With --validate: read the workloads from a YAML file (default: those that come with the program).")
    private @Nullable Path grid;

    @Option(
            names = "--map",
            description =
                    "Print which engine is predicted to be best by connections, processor time and size of a request, at the rate of --rate, and draw it in a page in the folder of --out.")
    private boolean map;

    @Mixin
    private final TrialOptions trials = new TrialOptions();

    public AdviseCommand(Console console, Studies studies) {
        this.console = console;
        this.studies = studies;
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        Fingerprint here = Fingerprint.here();
        Costs costs = calibration == null
                ? CalibrationFile.usualOrReference(here, foreign)
                : CalibrationFile.costs(calibration, here, foreign);
        if (validate) {
            return new Validate(console, new AdviceTrials(console, studies, trials, json), trials.folder())
                    .run(
                            grid == null ? ValidationGrid.shipped() : ValidationGrid.read(grid),
                            here.cores(),
                            costs,
                            LabMachine.here(descriptors()),
                            absent(),
                            json);
        }
        Optional<ObservedWorkload> observed =
                from == null ? Optional.empty() : new Observe(console, from, time).workload(options(), costs);
        WorkloadText text = observed.map(ObservedWorkload::text).orElseGet(this::written);
        if (map) {
            return mapped(text, here.cores(), costs);
        }
        DescribedWorkload asked = text.workload(here.cores());
        DescribedWorkload workload =
                verify ? LabLoad.asRun(asked, text.cores().isPresent(), costs, LabMachine.here(descriptors())) : asked;
        Advice advice = Advisor.advise(workload, costs, absent());
        if (!json) {
            observed.ifPresent(new ObservedText(console)::print);
        }
        return verify ? verified(advice, observed) : told(advice, observed);
    }

    private WorkloadText written() {
        return from == null ? options() : options().or(WorkloadText.read(Path.of(from)));
    }

    /** Refuses options that contradict each other, before anything is read or measured. */
    private void check() {
        if (Stream.of(verify, validate, map).filter(chosen -> chosen).count() > 1) {
            throw new UsageException("--verify, --validate and --map exclude each other. Give one");
        }
        if (grid != null && !validate) {
            throw new UsageException("--grid is for --validate. Add --validate");
        }
        if (validate && (from != null || !options().equals(WorkloadText.NOTHING))) {
            throw new UsageException(
                    "--validate takes its workloads from a grid, not from options. Leave these out, or give --grid FILE");
        }
        if (time != null && (from == null || !Observe.isProcess(from))) {
            throw new UsageException("--for is for a process. Add --from PID, or leave it out");
        }
        if (map && from != null && Observe.isProcess(from)) {
            throw new UsageException("--map varies what a process would tell. Leave --from out, and give --rate");
        }
        if (map && json) {
            throw new UsageException("--map writes a page, not JSON. Leave --json out");
        }
        if (!verify && !validate) {
            trials.first().filter(option -> !(map && option.equals("--out"))).ifPresent(option -> {
                throw new UsageException(
                        option
                                + " is for measurements, and nothing is measured without --verify or --validate. Add one, or leave it out");
            });
        }
        trials.check();
    }

    private int mapped(WorkloadText text, int cores, Costs costs) {
        if (text.connections().isPresent()
                || text.cpu().isPresent()
                || text.size().isPresent()) {
            throw new UsageException(
                    "--map varies connections, cpu and size. Leave these out, and give --rate, and what else there is");
        }
        DescribedWorkload rest = text.or(WorkloadText.CONNECTED).workload(cores);
        MapText drawn = new MapText(
                RegionMap.of(RegionMap.Axes.USUAL, rest, costs, absent(), LiteratureRules.shipped()), costs);
        drawn.print(console);
        console.out().println("Page: " + drawn.write(trials.folder()));
        return 0;
    }

    private static long descriptors() {
        return MachineProbe.detect(ChildSetup.detect(0)).descriptorLimit();
    }

    private int verified(Advice advice, Optional<ObservedWorkload> observed) throws InterruptedException {
        AdviceTrials lab = new AdviceTrials(console, studies, trials, json);
        Verify check = new Verify(console, lab);
        if (!json) {
            new AdviceText(console).print(advice);
            console.out().println();
            check.announcement(advice)
                    .forEach(line -> console.out().println(Paragraph.wrap(line, 0, console.outColumns())));
        }
        TrialResult result = check.measure(advice);
        if (json) {
            print(VerificationJson.of(advice, result.verification()), observed);
        } else {
            check.print(result);
            console.out().println("Report: " + lab.report() + "   Raw results: " + trials.folder());
        }
        return 0;
    }

    private void print(ObjectNode tree, Optional<ObservedWorkload> observed) {
        observed.ifPresent(each -> AdviceJson.observed(tree.putObject("observed"), each));
        console.out().println(tree.toPrettyString());
    }

    private int told(Advice advice, Optional<ObservedWorkload> observed) {
        if (json) {
            print(AdviceJson.of(advice), observed);
        } else {
            new AdviceText(console).print(advice);
        }
        return 0;
    }

    private WorkloadText options() {
        return new WorkloadText(
                Optional.ofNullable(connections),
                Optional.ofNullable(rate),
                Optional.ofNullable(size),
                Optional.ofNullable(cpu),
                Optional.ofNullable(cpuVariation),
                Optional.ofNullable(blocked),
                Optional.ofNullable(waitVariation),
                Optional.ofNullable(connects),
                Optional.ofNullable(cores),
                Optional.ofNullable(p99),
                Optional.ofNullable(memory));
    }

    /** Engines that cannot run here are not recommended. */
    private static Set<String> absent() {
        return Engines.models().stream()
                .filter(model -> model.absence().isPresent())
                .map((IoModel model) -> model.card().name())
                .collect(Collectors.toSet());
    }
}
