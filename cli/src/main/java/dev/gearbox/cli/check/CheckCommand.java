package dev.gearbox.cli.check;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.run.CheckRun;
import dev.gearbox.check.run.Checks;
import dev.gearbox.cli.placement.ScratchFolder;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.CoresOption;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.lab.child.PlacementChoice;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code gearbox check}: the instrument measures quantities that are known, and reports whether it found them. */
@Command(
        name = "check",
        description = {
            "Test the instrument itself on this machine.",
            "It measures known delays, known queues, known differences and equal subjects. Each line shows the measured figure and"
                    + " what is required to pass. Exit code 1 if a check fails; a check that cannot be decided here does not count.",
            "With --cores (may be repeated) it compares equal subjects in that placement instead: where cores are shared, times have a"
                    + " verdict only if that allows it."
        },
        footer = {
            "",
            "Examples:",
            "gearbox check",
            "gearbox check --only IT-5",
            "gearbox check --all",
            "gearbox check --cores shared",
            "gearbox check shift --quick",
            "gearbox check soak --for 10m"
        })
public final class CheckCommand implements Callable<Integer> {
    private static final List<TextColumn> COLUMNS = List.of(
            TextColumn.text("check", 0),
            TextColumn.text("outcome", 0),
            TextColumn.text("what", 2),
            TextColumn.text("seen", 0),
            TextColumn.text("to pass", 3));

    private final Console console;

    @Option(names = "--all", description = "Include the checks that take long: half an hour and more.")
    private boolean all;

    @Option(
            names = "--only",
            paramLabel = "ID",
            description = "Run only this check, for example IT-5. May be repeated.")
    private List<String> only = new ArrayList<>();

    @Mixin
    private final CoresOption cores = new CoresOption();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "With --cores: folder of the results that the A/A is for (default: results).")
    private Path out = Path.of("results");

    @Option(names = "--seed", paramLabel = "N", description = "Random seed (default: 42).")
    private String seed = "42";

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Check> checks = checks();
        long drawn = OptionValues.integer("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE);
        try (ScratchFolder scratch = ScratchFolder.create();
                Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            Context context = Context.detect(scratch.path(), drawn);
            if (!json) {
                console.out()
                        .println("Does the instrument measure what it should?        about "
                                + NumberText.span(CheckRun.expected(checks)));
                if (!cores.given()) {
                    console.out().println(MachineProbe.detect(context.setup()).caption());
                }
                console.out().println();
            }
            List<CheckRun.Result> results = CheckRun.run(checks, context, new CheckRun.CheckListener() {
                @Override
                public void begins(Check check, double done, Duration left) {
                    bar.show(done, check.id() + ": " + check.title(), left);
                }
            });
            bar.clear();
            if (json) {
                console.out().println(tree(results, drawn).toPrettyString());
            } else {
                print(results);
            }
            return CheckRun.exitCode(results);
        }
    }

    private List<Check> checks() {
        if (cores.given()) {
            if (all || !only.isEmpty()) {
                throw new UsageException((all ? "--all" : "--only")
                        + " selects checks, and --cores makes one of its own. Give one of them");
            }
            PlacementChoice here = PlacementChoice.here();
            return cores.all().stream()
                    .map(here::named)
                    .flatMap(placement -> Stream.of(Checks.of(placement, out), Checks.reconnecting(placement, out)))
                    .toList();
        }
        for (String id : only) {
            if (!Checks.ids().contains(id)) {
                throw OptionValues.unknown("check", id, Checks.ids());
            }
        }
        Check.Cost most = all ? Check.Cost.LONG : Check.Cost.NORMAL;
        return only.isEmpty() ? Checks.upTo(most) : Checks.named(only, most);
    }

    void print(List<CheckRun.Result> results) {
        Table table = new Table(COLUMNS);
        results.forEach(result -> table.row(List.of(
                result.check().id(),
                words(result.outcome()),
                result.check().title(),
                result.outcome().figure(),
                result.check().mark())));
        table.print(console);
        console.out().println();
        long failed = count(results, CheckOutcome.Kind.FAILED);
        long open = count(results, CheckOutcome.Kind.NOT_HERE);
        console.out()
                .println(count(results, CheckOutcome.Kind.PASSED) + " passed, " + failed + " failed, " + open
                        + " not decidable here. What each proves: docs/check.md");
        console.out()
                .println((failed > 0
                                ? "The instrument failed: do not trust a figure until the failed checks are explained"
                                : "The instrument passed all checks that could be decided")
                        + (open > 0
                                ? "; the others name what they lack: a quiet machine, a tool, or more cores."
                                : "."));
    }

    private static long count(List<CheckRun.Result> results, CheckOutcome.Kind kind) {
        return results.stream()
                .filter(result -> result.outcome().kind() == kind)
                .count();
    }

    private static String words(CheckOutcome outcome) {
        return switch (outcome.kind()) {
            case PASSED -> "pass";
            case FAILED -> "FAIL";
            case NOT_HERE -> "not here";
        };
    }

    private static ObjectNode tree(List<CheckRun.Result> results, long seed) {
        ObjectNode tree = JsonMapper.shared().createObjectNode();
        tree.put("seed", seed).put("passed", CheckRun.exitCode(results) == 0);
        ArrayNode checks = tree.putArray("checks");
        for (CheckRun.Result result : results) {
            checks.addObject()
                    .put("id", result.check().id())
                    .put("title", result.check().title())
                    .put("cost", OptionValues.key(result.check().cost()))
                    .put("outcome", OptionValues.key(result.outcome().kind()))
                    .put("seen", result.outcome().figure())
                    .put("toPass", result.check().mark());
        }
        return tree;
    }
}
