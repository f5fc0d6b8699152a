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

/** {@code gearbox decisions}: what engines that choose have decided in runs that were measured, and what they would have decided otherwise. */
@Command(
        name = "decisions",
        description = {
            "Say which connections engines that choose have shifted while they were measured: when, why, what came of it.",
            "With --replay: what they would have decided with other thresholds, and what the choice costs beside the best fixed engine."
        },
        footer = {
            "",
            "gearbox run echo-server --workload mixed --engine epoll --engine threads --engine auto",
            "gearbox decisions results",
            "gearbox decisions results --replay --slow 50ms",
            "",
            "A replay sees connections that were left alone only if the engine wrote down every look: 'auto?samples=true'"
        })
public final class DecisionsCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "Where the results are (default: results).")
    private Path root = Path.of("results");

    @Option(names = "--all", description = "All decisions, however many; without, the first 12 of each engine.")
    private boolean all;

    @Option(names = "--replay", description = "Decide again, on the signals that were recorded.")
    private boolean replay;

    @Option(
            names = "--slow",
            paramLabel = "T",
            description = "In a replay: a callback that takes longer is slow: 20ms.")
    private @Nullable String slow;

    @Option(names = "--strikes", paramLabel = "N", description = "In a replay: so many slow callbacks are too many.")
    private @Nullable Integer strikes;

    @Option(
            names = "--large",
            paramLabel = "BYTES",
            description = "In a replay: so many bytes in each wake-up are much.")
    private @Nullable Long large;

    @Option(
            names = "--probation",
            paramLabel = "T",
            description = "In a replay: how long a connection has to behave before it comes back, at first: 5s.")
    private @Nullable String probation;

    @Option(names = "--json", description = "Print JSON, and nothing else.")
    private boolean json;

    public DecisionsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!replay && (slow != null || strikes != null || large != null || probation != null)) {
            throw new UsageException("--slow, --strikes, --large and --probation change a replay. Give --replay, too");
        }
        if (!Files.isDirectory(root)) {
            throw new UsageException(
                    "there is no folder " + root + ". Name one with results: gearbox decisions results");
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
                    .println("No engine that chooses took part in what is in " + root
                            + ". For one: gearbox run echo-server --workload mixed --engine epoll --engine auto");
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

    /** The policy with the thresholds that were given. */
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
