package dev.gearbox.cli.run;

import static dev.gearbox.cli.terminal.OptionValues.given;

import dev.gearbox.cli.terminal.PatienceOption;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.lab.child.ChildSetup;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How much a command measures that tests predictions in the lab, and where the results go. */
public final class TrialOptions {
    @Mixin
    private final DesignOptions sizing = new DesignOptions();

    @Mixin
    private final PatienceOption patience = new PatienceOption();

    @Option(names = "--again", description = "Set existing results aside and measure again.")
    private boolean again;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results (default: results).")
    private @Nullable Path out;

    /** The first given option, for commands that measure nothing. */
    public Optional<String> first() {
        return Stream.concat(
                        sizing.first().stream(),
                        Stream.of(patience.given(), given("--again", again), given("--out", out != null))
                                .flatMap(Optional::stream))
                .findFirst();
    }

    /** Refuses what contradicts each other, or is not for the trials of an advice. */
    public void check() {
        sizing.check();
        if (sizing.searches()) {
            throw new UsageException(
                    "--slo searches for the highest rate, and an advice is measured at its own rate. Leave it out");
        }
    }

    DesignOptions sizing() {
        return sizing;
    }

    boolean again() {
        return again;
    }

    /** The folder of the results. */
    public Path folder() {
        return out == null ? Path.of("results") : out;
    }

    ChildSetup setup() {
        ChildSetup setup = ChildSetup.detect(RunCommand.SEED);
        return patience.time().map(setup::withQuiet).orElse(setup);
    }
}
