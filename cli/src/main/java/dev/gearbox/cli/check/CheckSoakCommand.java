package dev.gearbox.cli.check;

import dev.gearbox.check.soak.Soak;
import dev.gearbox.check.soak.SoakPlan;
import dev.gearbox.check.soak.SoakReport;
import dev.gearbox.cli.run.DefaultSubjects;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.core.Engines;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gearbox check soak}: all engines serve for a given time, and must neither lose a byte nor leak a resource. */
@Command(
        name = "soak",
        description = {
            "Prove that the engines run for long without losses or leaks.",
            "Connections open, shift, break and close, plain and over TLS, and every byte is checked by its position. Afterwards the"
                    + " process must have no more memory, descriptors and threads than before. Exit code 1 if anything failed or grows."
                    + " Ctrl-C stops the soak and prints what was seen so far."
        },
        footer = {
            "",
            "Examples:",
            "gearbox check soak --for 10m",
            "gearbox check soak --for 24h",
            "gearbox check soak --for 5s --engine uring"
        })
public final class CheckSoakCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--for", paramLabel = "TIME", description = "Duration (default: ${DEFAULT-VALUE}).")
    private String length = "10m";

    @Option(
            names = "--engine",
            paramLabel = "SPEC",
            description = "Load only this engine. May be repeated (default: all that run here).")
    private List<String> engines = new ArrayList<>();

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Number of concurrent clients (default: ${DEFAULT-VALUE}).")
    private String connections = "100";

    @Option(names = "--seed", paramLabel = "N", description = "Random seed (default: 42).")
    private String seed = "42";

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public CheckSoakCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        int clients = (int) OptionValues.integer("--connections", connections, 1, 10_000);
        long drawn = OptionValues.integer("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE);
        Duration wanted = OptionValues.duration("--for", length);
        if (!wanted.isPositive()) {
            throw new UsageException("--for cannot be \"" + length + "\": a soak takes some time, such as 10m");
        }
        SoakPlan plan = new SoakPlan(specs(), clients, wanted, drawn);
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            if (!json) {
                console.out()
                        .println("Do the engines run without losses or leaks?        " + NumberText.span(wanted) + ", "
                                + clients + " clients, seed " + drawn);
                console.out().println(String.join(", ", plan.specs()));
            }
            SoakReport report = Soak.run(plan, (what, done) -> bar.show(done, what, left(wanted, done)));
            bar.clear();
            SoakReportText words = new SoakReportText(report);
            if (json) {
                console.out().println(words.tree().toPrettyString());
            } else {
                words.print(console);
                if (engines.isEmpty()) {
                    DefaultSubjects.absent().forEach(console.out()::println);
                }
                console.out().println(words.answer());
            }
            if (!report.holds()) {
                return ExitCode.INCOMPLETE;
            }
            return report.stopped() ? ExitCode.INTERRUPTED : 0;
        }
    }

    private static Duration left(Duration whole, double done) {
        return Duration.ofNanos((long) (whole.toNanos() * (1 - done)));
    }

    private List<String> specs() {
        if (engines.isEmpty()) {
            return DefaultSubjects.soaked();
        }
        engines.forEach(Engines::check);
        return engines.stream().distinct().toList();
    }
}
