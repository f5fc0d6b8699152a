package dev.gearbox.cli.decisions;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.Thresholds;
import dev.gearbox.evidence.archive.Archive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** {@code gearbox decisions}: what engines that choose decided in measured runs, and what they would have decided with other thresholds. */
@Command(
        name = "decisions",
        description = {
            "Show which connections engines that choose, such as auto, shifted in measured runs: when, why, and with what outcome.",
            "With --replay: show what they would have decided with other thresholds, and what choosing costs compared with the best"
                    + " fixed engine."
        },
        footer = {
            "",
            "Examples:",
            "gearbox run echo-server --workload mixed --engine epoll --engine threads --engine auto",
            "gearbox decisions results",
            "gearbox decisions results --replay --slow 50ms",
            "",
            "A replay includes connections that were not shifted only if the engine recorded every look: 'auto?samples=true'"
        })
public final class DecisionsCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "Folder of results (default: results).")
    private Path root = Path.of("results");

    @Option(names = "--all", description = "Show all decisions, not only the first 12 of each engine.")
    private boolean all;

    @Option(names = "--replay", description = "Decide again, from the recorded signals.")
    private boolean replay;

    @Option(
            names = "--slow",
            paramLabel = "T",
            description = "In a replay: a callback that takes longer is slow, for example 20ms.")
    private @Nullable String slow;

    @Option(
            names = "--strikes",
            paramLabel = "N",
            description = "In a replay: the number of slow callbacks that is too many.")
    private @Nullable Integer strikes;

    @Option(
            names = "--large",
            paramLabel = "BYTES",
            description = "In a replay: the number of bytes per wake-up that is large.")
    private @Nullable Long large;

    @Option(
            names = "--probation",
            paramLabel = "T",
            description = "In a replay: how long a connection must behave before it first comes back, for example 5s.")
    private @Nullable String probation;

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public DecisionsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!replay && (slow != null || strikes != null || large != null || probation != null)) {
            throw new UsageException("--slow, --strikes, --large and --probation belong to a replay. Add --replay");
        }
        if (!Files.isDirectory(root)) {
            throw new UsageException(
                    "there is no folder " + root + ". Name a folder of results: gearbox decisions results");
        }
        List<String> damage = new ArrayList<>();
        List<DecisionReport> stories = new ArrayList<>();
        for (Path folder : Archive.find(root)) {
            List<DecisionTrace> trails = DecisionTrace.in(folder, damage);
            if (!trails.isEmpty()) {
                stories.add(new DecisionReport(Archive.read(folder), trails));
            }
        }
        damage.forEach(said -> console.err().println("gearbox: " + said));
        if (json) {
            ArrayNode tree = JsonMapper.shared().createArrayNode();
            stories.forEach(
                    story -> tree.add(replay ? DecisionJson.replayed(story, this::other) : DecisionJson.of(story)));
            console.out().println(tree.toPrettyString());
        } else if (stories.isEmpty()) {
            console.out()
                    .println(
                            "No engine that chooses took part in the results in " + root
                                    + ". To measure one: gearbox run echo-server --workload mixed --engine epoll --engine auto");
        } else {
            stories.forEach(story -> {
                if (replay) {
                    story.replay(console, this::other);
                } else {
                    story.tell(console, all);
                }
            });
        }
        return 0;
    }

    /** The policy with the given thresholds. */
    private Policy other(Policy recorded) {
        Thresholds old = recorded.thresholds();
        return new Policy(
                recorded.routes(),
                new Thresholds(
                        slow == null
                                ? old.slowMicros()
                                : OptionValues.duration("--slow", slow).toNanos() / 1_000,
                        strikes == null ? old.strikes() : strikes,
                        old.slowPercent(),
                        large == null ? old.largeBytes() : large,
                        probation == null
                                ? old.probationMillis()
                                : OptionValues.duration("--probation", probation)
                                        .toMillis(),
                        old.windowMillis()));
    }
}
