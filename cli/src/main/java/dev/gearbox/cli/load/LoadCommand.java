package dev.gearbox.cli.load;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.data.DataReader;
import dev.gearbox.lab.child.JointLoad;
import dev.gearbox.load.Shares;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Expectation;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Payload;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.Step;
import dev.gearbox.load.plan.Target;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.Latencies;
import dev.gearbox.load.report.LoadReport;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** {@code gearbox load}: loads any TCP server that echoes, or that answers as a script says. */
@Command(
        name = "load",
        description = {
            "Load a TCP server and check every answer byte for byte.",
            "Without --rate: a closed loop, in which each connection sends its next request when the last one was answered."
                    + " With --rate: an open loop, in which requests arrive at random (Poisson), whether earlier ones were answered or not."
        },
        footer = {
            "",
            "Examples:",
            "gearbox load tcp://127.0.0.1:7007 --connections 100 --duration 10s",
            "gearbox load tcp://127.0.0.1:7007 --connections 100 --rate 5000 --bytes 64",
            "gearbox load tcp://127.0.0.1:7007 --connections 60000 --processes 3 --rate 5000"
        })
public final class LoadCommand implements Callable<Integer> {
    private static final List<TextColumn> COLUMNS = List.of(
            TextColumn.text("time in µs", 0),
            TextColumn.decimal("count", 3),
            TextColumn.decimal("p50", 0),
            TextColumn.decimal("p90", 2),
            TextColumn.decimal("p99", 0),
            TextColumn.decimal("p99.9", 4),
            TextColumn.decimal("longest", 1));

    private static final DataReader YAML = DataReader.ofPeople(YAMLMapper.builder(), UsageException::new);

    private final Console console;

    @Parameters(paramLabel = "tcp://HOST:PORT", description = "Server to load.")
    private String target = "";

    @Option(names = "--connections", paramLabel = "N", description = "Number of connections (default: 100).")
    private String connections = "100";

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = "Number of processes that share the connections and the rate (default: 1).")
    private String processes = "1";

    @Option(names = "--rate", paramLabel = "R", description = "Requests per second over all connections (open loop).")
    private @Nullable String rate;

    @Option(names = "--constant", description = "With --rate: space requests evenly instead of at random.")
    private boolean constant;

    @Option(
            names = "--bytes",
            paramLabel = "N",
            description = "Size of a request, which the server echoes (default: 64).")
    private @Nullable String bytes;

    @Option(
            names = "--script",
            paramLabel = "FILE",
            description = "YAML file with the steps of a user, instead of echo requests.")
    private @Nullable Path script;

    @Option(names = "--duration", paramLabel = "T", description = "Measured time (default: 10s).")
    private String duration = "10s";

    @Option(
            names = "--warm-up",
            paramLabel = "T",
            description = "Time under load before the measured time (default: 2s).")
    private String warmUp = "2s";

    @Option(names = "--timeout", paramLabel = "T", description = "Longest wait for an answer (default: 10s).")
    private String timeout = "10s";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Random seed; the same seed gives the same load (default: 42).")
    private String seed = "42";

    @Option(names = "--json", description = "Print the report as JSON only.")
    private boolean json;

    public LoadCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        LoadPlan plan = plan();
        int generators = (int) OptionValues.integer("--processes", processes, 1, Shares.MOST);
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            LoadProgress progress = new LoadProgress(plan, bar);
            LoadReport report;
            try {
                report = JointLoad.run(plan, generators, progress);
            } catch (InterruptedException stopped) {
                bar.clear();
                console.err().println(progress.stopped());
                throw stopped;
            }
            bar.clear();
            print(report, generators);
            if (report.answered() == 0) {
                throw new UsageException("no request was answered" + firstError(report));
            }
            return 0;
        }
    }

    private LoadPlan plan() {
        Target to = Target.parse(target);
        if (constant && rate == null) {
            throw new UsageException("--constant says how the requests of --rate are spaced. Add --rate R");
        }
        if (bytes != null && script != null) {
            throw new UsageException(
                    "--bytes and --script exclude each other: a script says what is sent. Give one of them");
        }
        int count = (int) OptionValues.integer("--connections", connections, 1, Arrivals.MOST);
        return new LoadPlan(
                to.host(),
                to.port(),
                script(),
                arrivals(count),
                OptionValues.duration("--warm-up", warmUp),
                OptionValues.duration("--duration", duration),
                OptionValues.duration("--timeout", timeout),
                OptionValues.integer("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private Arrivals arrivals(int count) {
        if (rate == null) {
            return new Arrivals.Closed(count);
        }
        double perSecond = OptionValues.integer("--rate", rate, 1, (long) Arrivals.MOST_PER_SECOND);
        return constant ? new Arrivals.Constant(perSecond, count) : new Arrivals.Poisson(perSecond, count);
    }

    private Script script() {
        if (script != null) {
            try {
                String file = script.toString();
                return Script.fromTree(YAML.tree(file, Files.readString(script)), file);
            } catch (IOException unreadable) {
                throw new UsageException("cannot read " + script + ". Name a file with a list of steps", unreadable);
            }
        }
        int size = bytes == null ? 64 : (int) OptionValues.integer("--bytes", bytes, 1, Payload.MOST);
        Step send = new Step.Send(new Payload.Bytes(size));
        Step echo = new Step.Expect(new Expectation.Echo());
        return rate == null
                ? Script.of(new Step.Connect(), Step.Repeat.forever(send, echo))
                : Script.of(new Step.Connect(), send, echo);
    }

    private void print(LoadReport report, int generators) {
        if (json) {
            console.out().println(report.toTree().toPrettyString());
            return;
        }
        console.out()
                .println(NumberText.whole(report.answeredPerSecond()) + " requests/s answered, "
                        + NumberText.whole(report.offeredPerSecond()) + " offered; "
                        + NumberText.count(report.connections())
                        + " connections, " + NumberText.count(report.waiting()) + " of them waiting"
                        + (generators == 1 ? "" : "; " + generators + " processes"));
        Table table = new Table(COLUMNS);
        table.row(row("response", report.response()));
        table.row(row("service", report.service()));
        table.row(row("connect", report.connect()));
        table.row(row("generator late", report.lag()));
        table.print(console);
        console.out().println("Errors: " + errors(report));
        if (!report.valid()) {
            console.out().println("The load generator's figures are not valid: " + String.join("; ", report.reasons()));
        }
        if (report.answered() > 0) {
            console.out().println(conclusion(report));
        }
    }

    private static String conclusion(LoadReport report) {
        return report.valid() && report.response().count() > 0
                ? "The server answered half of the requests within " + micros(report.response(), 0.5)
                        + " µs and 99 % within " + micros(report.response(), 0.99)
                        + " µs; a single window has no interval, so to tell two servers apart use gearbox compare."
                : "These figures describe the generator and not the server; a lower rate, more processes, or a quieter machine"
                        + " would show the server's.";
    }

    private static List<String> row(String name, Latencies times) {
        return List.of(
                name,
                NumberText.count(times.count()),
                micros(times, 0.5),
                micros(times, 0.9),
                micros(times, 0.99),
                micros(times, 0.999),
                times.count() == 0 ? NumberText.NONE : NumberText.measured(times.max() / 1e3));
    }

    private static String micros(Latencies times, double share) {
        return times.count() == 0 ? NumberText.NONE : NumberText.measured(times.quantile(share) / 1e3);
    }

    private static String errors(LoadReport report) {
        Map<ErrorKind, LoadReport.Errors> errors = report.errors();
        return errors.isEmpty()
                ? "none"
                : errors.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(kind -> NumberText.count(kind.getValue().inWindow()
                                        + kind.getValue().before())
                                + " " + kind.getKey().key() + " (the first: "
                                + kind.getValue().first() + ")")
                        .reduce((left, right) -> left + ", " + right)
                        .orElse("none");
    }

    private static String firstError(LoadReport report) {
        return report.errors().values().stream()
                .findFirst()
                .map(error -> ": " + error.first() + ". Is the server running, and does it echo?")
                .orElse(". Does the server echo? If not, describe its answers with --script");
    }
}
