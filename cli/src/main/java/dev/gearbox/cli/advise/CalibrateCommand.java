package dev.gearbox.cli.advise;

import dev.gearbox.advise.calibration.Calibration;
import dev.gearbox.advise.calibration.CalibrationFile;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import dev.gearbox.advise.measure.Calibrator;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox calibrate}: measures what elementary operations cost on this machine, for {@code gearbox advise}. */
@Command(
        name = "calibrate",
        description = {
            "Measure what elementary operations cost on this machine, in about a minute, for gearbox advise.",
            "Waits first until no other program is busy. The interval contains eight of ten batches. The result is stored in the user's cache,"
                    + " with the machine, the kernel and the JDK that it is valid for."
        },
        footer = {"", "Examples:", "gearbox calibrate", "gearbox calibrate --out costs.json"})
public final class CalibrateCommand implements Callable<Integer> {
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofHours(1);
    /** A load average falls to a fifth meanwhile. */
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private static final double NANOS = 1e9;
    private static final List<TextColumn> COLUMNS = List.of(
            TextColumn.text("cost", 0),
            TextColumn.text("value", 0),
            TextColumn.text("interval", 0),
            TextColumn.text("of", 1));

    private final Console console;

    @Option(names = "--for", paramLabel = "DURATION", description = "How long to measure (default: 1m).")
    private String time = "1m";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Store the result in this file (default: calibration.json in the user's cache).")
    private @Nullable Path out;

    @Option(
            names = "--patience",
            paramLabel = "T",
            description =
                    "Longest time to wait for other programs to become idle, for example 10s (default: 100s). With 0s it measures at once.")
    private @Nullable String patience;

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public CalibrateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration whole = OptionValues.duration("--for", time);
        if (whole.compareTo(LEAST) < 0 || whole.compareTo(MOST) > 0) {
            throw new UsageException("--for cannot be \"" + time + "\". It takes a duration from 1s to 1h");
        }
        Duration longest = patience == null ? PATIENCE : OptionValues.duration("--patience", patience);
        Path file = out == null ? CalibrationFile.usual() : out;
        Calibration calibration;
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            double load = new IdleMachine()
                    .await(
                            longest,
                            now -> bar.show(
                                    0,
                                    "waiting for an idle machine (load average " + NumberText.measured(now) + ")",
                                    whole));
            if (IdleMachine.busy(load)) {
                console.err()
                        .println("gearbox: the machine is busy (load average " + NumberText.measured(load)
                                + "): delays will be too long and intervals wide. Repeat it on an idle machine");
            }
            calibration = Calibrator.run(
                    whole,
                    (fraction, what) ->
                            bar.show(fraction, what, Duration.ofMillis((long) ((1 - fraction) * whole.toMillis()))));
        }
        CalibrationFile.write(file, calibration);
        if (json) {
            console.out()
                    .println(
                            JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(calibration));
        } else {
            print(calibration, file);
        }
        return 0;
    }

    private void print(Calibration calibration, Path file) {
        Table table = new Table(COLUMNS);
        for (UnitCost cost : UnitCost.values()) {
            Range range = calibration.range(cost);
            table.row(List.of(
                    cost.key(),
                    text(cost, range.value()),
                    text(cost, range.low()) + " to " + text(cost, range.high()),
                    cost.meaning()));
        }
        table.print(console);
        console.out().println();
        console.out()
                .println("Stored in " + file
                        + (out == null
                                ? ". gearbox advise uses it from now on."
                                : ". Use it with gearbox advise --calibration " + file + "."));
    }

    private static String text(UnitCost cost, double value) {
        return switch (cost.unit()) {
            case BYTES -> NumberText.bytes(Math.round(value));
            case CORES -> NumberText.measured(100 * value) + " % of a core";
            case SECONDS -> {
                double nanos = value * NANOS;
                yield nanos < 1000 ? NumberText.measured(nanos) + " ns" : NumberText.measured(nanos / 1000) + " µs";
            }
        };
    }
}
