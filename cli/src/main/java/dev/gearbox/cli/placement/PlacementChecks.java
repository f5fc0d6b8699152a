package dev.gearbox.cli.placement;

import dev.gearbox.check.Check;
import dev.gearbox.check.Context;
import dev.gearbox.check.run.CheckRun;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.lab.child.Pinning;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Compares equal servers in the placements in which another command is about to measure times: where server and load share cores, times have a verdict only
 * if that has shown that they may. {@code gearbox check --cores} does the same by request.
 */
public final class PlacementChecks {
    private final Console console;
    private final Function<Pinning, Check> checks;

    /**
     * Creates it without placements.
     *
     * @param checks returns the A/A in a placement
     */
    public PlacementChecks(Console console, Function<Pinning, Check> checks) {
        this.console = console;
        this.checks = checks;
    }

    /**
     * Makes the A/A of each placement, and prints what it has shown. One that fails or cannot be decided is no error: times in that placement have no
     * verdict then.
     *
     * @param quiet print nothing
     */
    public void run(Collection<Pinning> placements, boolean quiet, long seed) throws InterruptedException {
        List<Check> needed = placements.stream().map(checks).toList();
        if (needed.isEmpty()) {
            return;
        }
        if (!quiet) {
            console.out()
                    .println(
                            "First equal servers are compared, to see whether times can be trusted where cores are shared: about "
                                    + NumberText.span(CheckRun.expected(needed)));
        }
        try (ScratchFolder scratch = ScratchFolder.create();
                Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            List<CheckRun.Result> results =
                    CheckRun.run(needed, Context.detect(scratch.path(), seed), new CheckRun.CheckListener() {
                        @Override
                        public void begins(Check check, double done, Duration left) {
                            bar.show(done, check.title(), left);
                        }
                    });
            bar.clear();
            if (!quiet) {
                results.forEach(result -> console.out()
                        .println(result.check().title() + ": "
                                + OptionValues.key(result.outcome().kind()) + ", "
                                + result.outcome().figure()));
            }
        }
    }
}
