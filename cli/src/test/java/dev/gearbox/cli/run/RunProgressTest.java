package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.experiment.Effort;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.studies.echoserver.EchoServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The time that is left for later experiments is what was announced, at the pace of those that are over, and never more than the longest that they may take. */
final class RunProgressTest {
    private final PlannedExperiment plan = plan();
    private final double announced = plan.expected().toMillis() / 1e3;

    private static PlannedExperiment plan() {
        Cell cell = SmallMap.of("[{arm: virtual, baseline: threads}]", "[3]")
                .load("map")
                .cells(Length.QUICK, Map.of())
                .getFirst();
        ChildSetup setup = ChildSetup.detect(RunCommand.SEED);
        return PlannedExperiment.of(
                "small",
                "a test",
                cell,
                List.of(EchoServer.engine("threads")),
                "",
                "threads",
                taking -> new Effort.Quick().design(cell, taking),
                MachineProbe.detect(setup),
                setup);
    }

    private double left(RunProgress progress, int index) {
        return progress.after(index).toMillis() / 1e3 / announced;
    }

    private interface Step {
        void run(RunProgress progress);
    }

    private void with(Step step) {
        try (ProgressBar bar = new ProgressBar(Screen.pipe().console())) {
            step.run(new RunProgress(bar, List.of(plan, plan, plan)));
        }
    }

    @Test
    void later_experiments_take_what_was_announced_at_the_pace_of_the_earlier_ones() {
        with(progress -> {
            assertThat(left(progress, 0)).isBetween(1.99, 2.01);
            progress.measured(plan, 1, 1.5 * announced);
            assertThat(left(progress, 0)).isBetween(2.99, 3.01);
            assertThat(left(progress, 1)).isBetween(1.49, 1.51);
            assertThat(progress.after(2)).isEqualTo(Duration.ZERO);
        });
    }

    @Test
    void what_was_there_already_says_nothing_about_the_pace() {
        with(progress -> {
            progress.measured(plan, 0, 20 * announced);
            assertThat(left(progress, 1)).isBetween(0.99, 1.01);
            progress.measured(plan, 0.5, 0.5 * announced);
            assertThat(left(progress, 1)).isBetween(0.99, 1.01);
        });
    }

    @Test
    void one_that_took_far_longer_does_not_exceed_the_longest_of_the_others() {
        with(progress -> {
            progress.measured(plan, 1, 20 * announced);
            assertThat(progress.after(1)).isEqualTo(plan.longest());
        });
    }
}
