package dev.gearbox.cli.check;

import dev.gearbox.check.shift.ShiftPlan;
import dev.gearbox.check.shift.ShiftProof;
import dev.gearbox.check.shift.ShiftReport;
import dev.gearbox.cli.run.DefaultSubjects;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gearbox check shift}: moves live connections from engine to engine and checks that clients notice nothing but a pause. */
@Command(
        name = "shift",
        description = {
            "Prove that live connections move between engines unharmed.",
            "Clients check every byte by its position while their connections move over every ordered pair of engines."
                    + " Exit code 1 if anything was lost, duplicated, reordered or closed."
        },
        footer = {
            "",
            "Examples:",
            "gearbox check shift --quick",
            "gearbox check shift --engine selector --engine virtual"
        })
public final class CheckShiftCommand implements Callable<Integer> {
    private static final long SHIFTS = 100_000;
    private static final long QUICK = 10_000;

    private final Console console;

    @Option(names = "--quick", description = "Run a tenth of the shifts.")
    private boolean quick;

    @Option(
            names = "--shifts",
            paramLabel = "N",
            description = "Number of shifts (default: 100000; with --quick 10000).")
    private String shifts = "";

    @Option(
            names = "--engine",
            paramLabel = "SPEC",
            description = "Shift only between these engines. May be repeated (default: all that can).")
    private List<String> engines = new ArrayList<>();

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Number of connections (default: ${DEFAULT-VALUE}).")
    private String connections = "100";

    @Option(names = "--seed", paramLabel = "N", description = "Random seed (default: 42).")
    private String seed = "42";

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public CheckShiftCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        int guests = (int) OptionValues.integer("--connections", connections, 1, 10_000);
        long drawn = OptionValues.integer("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE);
        ShiftPlan plan = new ShiftPlan(specs(guests), guests, wanted(), drawn);
        long begin = System.nanoTime();
        ShiftReport report;
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            if (!json) {
                console.out().println("Does a live connection move from engine to engine unharmed?");
            }
            report = ShiftProof.run(plan, (done, what) -> bar.show(done, what, left(begin, done)));
        }
        ShiftReportText words = new ShiftReportText(report);
        if (json) {
            console.out().println(words.tree().toPrettyString());
        } else {
            words.print(console);
            if (engines.isEmpty()) {
                Stream.concat(DefaultSubjects.absent().stream(), DefaultSubjects.notShifting().stream())
                        .forEach(console.out()::println);
            }
        }
        return report.holds() ? 0 : 1;
    }

    private long wanted() {
        long usual = quick ? QUICK : SHIFTS;
        return shifts.isEmpty() ? usual : OptionValues.integer("--shifts", shifts, 2, 1_000_000_000);
    }

    private static Duration left(long begin, double done) {
        return done <= 0
                ? Duration.ofMinutes(1)
                : Duration.ofNanos((long) ((System.nanoTime() - begin) * (1 / done - 1)));
    }

    private List<String> specs(int guests) {
        if (engines.isEmpty()) {
            // An engine that has just released a connection may still have its thread.
            return DefaultSubjects.shifting(2 * guests);
        }
        for (String spec : engines) {
            String canonical = Engines.check(spec);
            IoModel model = Engines.models().stream()
                    .filter(each ->
                            canonical.split("\\?", 2)[0].equals(each.card().name()))
                    .findFirst()
                    .orElseThrow();
            DefaultSubjects.missingForShifts(model).ifPresent(why -> {
                throw new UsageException(
                        why + ". Those that can: " + String.join(", ", DefaultSubjects.shifting(2 * guests)));
            });
        }
        return engines.stream().distinct().toList();
    }
}
