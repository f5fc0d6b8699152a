package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.CoresOption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.evidence.history.Comparison;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code gearbox compare}: compares two engines, measured now, block by block; or two folders of results, such as those of
 * yesterday's build and today's. Results measured under different conditions are refused.
 */
@Command(
        name = "compare",
        description = {
            "Compare two engines, or two folders of results.",
            "Engines are measured now, as by gearbox run; naming the same one twice shows what the instrument reports when there is"
                    + " no difference. Folders must have been measured under the same conditions: differences are listed, and"
                    + " --despite allows them."
        },
        footer = {
            "",
            "Examples:",
            "gearbox compare selector virtual --workload ping",
            "gearbox compare selector selector",
            "gearbox compare external:c-epoll selector",
            "gearbox compare results/monday results/tuesday --despite kernel"
        })
public final class CompareCommand implements Callable<Integer> {
    private static final List<Metric> SHOWN = Stream.concat(
                    Stream.of(
                            Metric.CPU,
                            Metric.P50,
                            Metric.P99,
                            Metric.RATE,
                            Metric.SWITCHES,
                            Metric.SYSTEM_CALLS,
                            Metric.ALLOCATED,
                            Metric.CAPACITY),
                    Metric.IDLE.stream())
            .toList();

    private final Console console;
    private final Studies studies;

    @Parameters(
            index = "0",
            paramLabel = "A",
            description = "Engine, external server (external:...), or folder of results.")
    private String left = "";

    @Parameters(index = "1", paramLabel = "B", description = "Engine, server or folder that is compared with A.")
    private String right = "";

    @Option(names = "--workload", paramLabel = "W", description = "For engines: workload (default: ping).")
    private @Nullable String workload;

    @Option(
            names = "--budget",
            paramLabel = "T",
            description =
                    "For engines: measure for at most about this time; on a disturbed machine up to twice as long.")
    private @Nullable String budget;

    @Mixin
    private final CoresOption cores = new CoresOption();

    @Option(names = "--full", description = "For engines: run up to twenty forks instead of five.")
    private boolean full;

    @Option(
            names = "--until-decided",
            description =
                    "For engines: go on until the comparison has a verdict, or the time is up: 30 minutes, or that of --budget.")
    private boolean untilDecided;

    @Option(names = "--again", description = "For engines: set existing results aside and measure again.")
    private boolean again;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "For engines: folder for the results (default: results).")
    private @Nullable Path out;

    @Option(
            names = "--despite",
            paramLabel = "KEY",
            description = "For folders: allow this to differ, for example kernel. May be repeated.")
    private List<String> despite = new ArrayList<>();

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public CompareCommand(Console console, Studies studies) {
        this.console = console;
        this.studies = studies;
    }

    @Override
    public Integer call() throws InterruptedException {
        boolean leftIs = Files.isDirectory(Path.of(left));
        boolean rightIs = Files.isDirectory(Path.of(right));
        if (leftIs != rightIs) {
            throw new UsageException((leftIs ? left : right) + " is a folder and " + (leftIs ? right : left)
                    + " is not. Compare two folders of results, or two engines");
        }
        return leftIs ? folders() : engines();
    }

    private int engines() throws InterruptedException {
        if (!despite.isEmpty()) {
            throw new UsageException(
                    "--despite is for folders of results; two engines are measured under the same conditions");
        }
        List<String> words =
                new ArrayList<>(List.of(studies.first().name(), "--workload", workload == null ? "ping" : workload));
        words.addAll(List.of("--engine", left, "--engine", right, "--baseline", left));
        if (budget != null) {
            words.addAll(List.of("--budget", budget));
        }
        if (out != null) {
            words.addAll(List.of("--out", out.toString()));
        }
        if (cores.given()) {
            words.addAll(List.of("--cores", cores.only()));
        }
        if (full) {
            words.add("--full");
        }
        if (untilDecided) {
            words.add("--until-decided");
        }
        if (again) {
            words.add("--again");
        }
        if (json) {
            words.add("--json");
        }
        // The same as gearbox run, so its errors are reported as errors of this command.
        RunCommand run = new RunCommand(console, studies);
        new CommandLine(run).parseArgs(words.toArray(String[]::new));
        return run.call();
    }

    private int folders() {
        Optional<String> forEngines = Stream.of(
                        OptionValues.given("--workload", workload != null),
                        OptionValues.given("--cores", cores.given()),
                        OptionValues.given("--budget", budget != null),
                        OptionValues.given("--full", full),
                        OptionValues.given("--until-decided", untilDecided),
                        OptionValues.given("--again", again),
                        OptionValues.given("--out", out != null))
                .flatMap(Optional::stream)
                .findFirst();
        if (forEngines.isPresent()) {
            throw new UsageException(forEngines.get() + " is for engines; two folders are compared as they are");
        }
        Map<String, Evidence> before = read(Path.of(left));
        Map<String, Evidence> after = read(Path.of(right));
        Set<String> common = new LinkedHashSet<>(before.keySet());
        common.retainAll(after.keySet());
        if (before.size() == 1 && after.size() == 1 && common.isEmpty()) {
            // Two single results were named explicitly: compare them, and report what differs.
            return tell(List.of(Comparison.of(
                    before.values().iterator().next(), after.values().iterator().next(), Set.copyOf(despite))));
        }
        if (common.isEmpty()) {
            throw new UsageException("these have no workload in common: " + String.join("; ", before.keySet()) + " and "
                    + String.join("; ", after.keySet()));
        }
        List<Comparison> comparisons = new ArrayList<>();
        for (String title : common) {
            Evidence first = before.get(title);
            Evidence second = after.get(title);
            if (first != null && second != null) {
                comparisons.add(Comparison.of(first, second, Set.copyOf(despite)));
            }
        }
        return tell(comparisons);
    }

    /** The results of a folder by study and cell. Two results of one cell are refused. */
    private Map<String, Evidence> read(Path root) {
        Map<String, Evidence> read = new LinkedHashMap<>();
        for (Path folder : Archive.find(root)) {
            Evidence evidence = Archive.read(folder);
            Experiment experiment = evidence.experiment();
            if (read.put(experiment.study() + " " + experiment.title(), evidence) != null) {
                throw new UsageException(root + " has more than one result of " + experiment.title()
                        + ". Name the folder of one of them, such as " + folder);
            }
        }
        return read;
    }

    private int tell(List<Comparison> comparisons) {
        if (json) {
            var array = JsonMapper.shared().createArrayNode();
            comparisons.forEach(comparison -> array.add(tree(comparison)));
            console.out().println(array.toPrettyString());
        } else {
            comparisons.forEach(this::print);
            console.out().println(ComparedConclusion.of(comparisons));
        }
        return 0;
    }

    private void print(Comparison comparison) {
        Experiment experiment = comparison.after().experiment();
        console.out().println(console.bold(experiment.title()));
        console.out()
                .println(comparison.before().experiment().machine().commit() + " against "
                        + experiment.machine().commit() + "; "
                        + experiment.machine().caption());
        comparison.allowed().forEach(difference -> console.out().println("Different: " + difference));
        comparison.invalid().ifPresent(why -> console.out().println("invalid: " + why));
        Table table = new Table(List.of(
                TextColumn.text("engine", 0),
                TextColumn.text("", 0),
                TextColumn.decimal("before", 0),
                TextColumn.decimal("after", 0),
                TextColumn.text("ratio, 95 %", 0),
                TextColumn.text("verdict", 0)));
        for (Metric metric : SHOWN) {
            comparison
                    .by(metric)
                    .forEach(row -> table.row(List.of(
                            row.arm(),
                            metric.caption(),
                            NumberText.measured(row.before().value()),
                            NumberText.measured(row.after().value()),
                            interval(row.ratio()),
                            row.verdict().words(metric, experiment.design().margin()))));
        }
        table.print(console);
        console.out().println();
    }

    private static String interval(Figure ratio) {
        if (Double.isNaN(ratio.value())) {
            return NumberText.NONE;
        }
        return ratio.bounded()
                ? String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", ratio.value(), ratio.low(), ratio.high())
                : String.format(Locale.ROOT, "%.2f (one fork: no interval)", ratio.value());
    }

    private static ObjectNode tree(Comparison comparison) {
        ObjectNode node = JsonMapper.shared().createObjectNode();
        node.put("cell", comparison.after().experiment().title());
        comparison.invalid().ifPresent(why -> node.put("invalid", why));
        var rows = node.putArray("rows");
        for (Comparison.Row row : comparison.rows()) {
            ObjectNode one = rows.addObject();
            one.put("metric", row.metric().key()).put("arm", row.arm());
            number(one, "before", row.before().value());
            number(one, "after", row.after().value());
            number(one, "ratio", row.ratio().value());
            number(one, "low", row.ratio().low());
            number(one, "high", row.ratio().high());
            one.put("verdict", row.verdict().name().toLowerCase(Locale.ROOT));
        }
        return node;
    }

    /** JSON has neither NaN nor infinity: an unknown number is null. */
    private static void number(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, value);
        } else {
            node.putNull(name);
        }
    }
}
