package dev.gearbox.cli.terminal;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --patience}: what a measurement does on a machine that other programs use. */
public final class PatienceOption {
    private static final String NAME = "--patience";

    @Option(
            names = NAME,
            paramLabel = "T",
            description =
                    "Longest time that each fork waits for other programs to become idle, for example 10s (default: 1m). With 0s it"
                            + " measures at once and replaces no disturbed block.")
    private @Nullable String patience;

    /** Returns the name of the option, if it was given. */
    public Optional<String> given() {
        return OptionValues.given(NAME, patience != null);
    }

    /**
     * Returns the time; empty if none was given.
     *
     * @throws UsageException if it is no duration
     */
    public Optional<Duration> time() {
        return Optional.ofNullable(patience).map(text -> OptionValues.duration(NAME, text));
    }
}
