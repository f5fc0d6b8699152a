package dev.gearbox.cli.advise;

import dev.gearbox.advise.WorkloadText;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.observe.ObservedProcess;
import dev.gearbox.advise.observe.ObservedWorkload;
import dev.gearbox.advise.observe.ProcessObserver;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code --from}: what is named, how long it is watched, and how far that is. */
final class Observe {
    private static final Pattern PROCESS = Pattern.compile("\\d{1,10}");
    private static final Duration LEAST = Duration.ofSeconds(2);
    private static final Duration MOST = Duration.ofHours(1);
    private static final Duration USUAL = Duration.ofSeconds(10);

    private final Console console;
    private final String from;
    private final @Nullable String time;

    /**
     * @param from a process or a file
     * @param time as given; null: the usual one
     */
    Observe(Console console, String from, @Nullable String time) {
        this.console = console;
        this.from = from;
        this.time = time;
    }

    static boolean isProcess(String from) {
        return PROCESS.matcher(from).matches();
    }

    /** Returns the workload of a process or a recording; empty if another file is named. */
    Optional<ObservedWorkload> workload(WorkloadText given, Costs costs) throws InterruptedException {
        if (isProcess(from)) {
            return Optional.of(ObservedWorkload.of(watched(Long.parseLong(from)), given, costs));
        }
        Path file = Path.of(from);
        return ProcessObserver.isRecording(file)
                ? Optional.of(ObservedWorkload.of(ProcessObserver.recording(file), given, costs))
                : Optional.empty();
    }

    private ObservedProcess watched(long pid) throws InterruptedException {
        Duration whole = duration();
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            return ProcessObserver.process(
                    pid,
                    whole,
                    fraction -> bar.show(fraction, "watching process " + pid, Duration.ofMillis((long)
                            ((1 - fraction) * whole.toMillis()))));
        }
    }

    private Duration duration() {
        if (time == null) {
            return USUAL;
        }
        Duration whole = OptionValues.duration("--for", time);
        if (whole.compareTo(LEAST) < 0 || whole.compareTo(MOST) > 0) {
            throw new UsageException("--for cannot be \"" + time + "\". It takes a duration from 2s to 1h");
        }
        return whole;
    }
}
