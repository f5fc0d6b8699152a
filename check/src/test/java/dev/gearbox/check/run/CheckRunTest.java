package dev.gearbox.check.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.InterferenceMonitor;
import dev.gearbox.check.Tally;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A check that fails is a line of the table and does not end the run. */
class CheckRunTest {
    private final Context context = new Context(ChildSetup.detect(1), Path.of("unused"), 1);

    @FunctionalInterface
    private interface Body {
        CheckOutcome run() throws IOException, InterruptedException;
    }

    private record Fake(String id, Body body) implements Check {
        @Override
        public String title() {
            return "fake";
        }

        @Override
        public String mark() {
            return "none";
        }

        @Override
        public Cost cost() {
            return Cost.CHEAP;
        }

        @Override
        public Duration expected() {
            return Duration.ofSeconds(10);
        }

        @Override
        public CheckOutcome run(Context where) throws IOException, InterruptedException {
            return body.run();
        }
    }

    @Test
    void theOthersGoOn() throws InterruptedException {
        List<Check> checks = List.of(
                new Fake("IT-1", () -> {
                    throw new LabException("the server ended, exit code 3");
                }),
                new Fake("IT-2", () -> {
                    throw new IOException("no room");
                }),
                new Fake("IT-3", () -> CheckOutcome.of(true, "fine")));
        List<String> heard = new ArrayList<>();

        List<CheckRun.Result> results = CheckRun.run(checks, context, new CheckRun.CheckListener() {
            @Override
            public void begins(Check check, double done, Duration left) {
                heard.add(check.id() + " " + Math.round(done * 3) + " " + left.toSeconds());
            }

            @Override
            public void ended(CheckRun.Result result) {
                heard.add(result.check().id() + " " + result.outcome().kind());
            }
        });

        assertThat(results)
                .extracting(result -> result.outcome().figure())
                .containsExactly(
                        "could not be completed: the server ended, exit code 3",
                        "could not be completed: no room",
                        "fine");
        assertThat(heard)
                .containsExactly("IT-1 0 30", "IT-1 FAILED", "IT-2 1 20", "IT-2 FAILED", "IT-3 2 10", "IT-3 PASSED");
        assertThat(CheckRun.exitCode(results)).isEqualTo(1);
    }

    @Test
    void whatCannotBeRunHereDoesNotCount() throws InterruptedException {
        List<Check> checks = List.of(
                new Fake("IT-1", () -> CheckOutcome.of(true, "fine")),
                new Fake("IT-2", () -> CheckOutcome.notHere("wrk is not installed")));

        assertThat(CheckRun.exitCode(CheckRun.run(checks, context, CheckRun.CheckListener.NONE)))
                .isZero();
    }

    @Test
    void aDefectOfOursIsNoOutcome() {
        List<Check> checks = List.of(new Fake("IT-1", () -> {
            throw new IllegalStateException("never");
        }));

        assertThatThrownBy(() -> CheckRun.run(checks, context, CheckRun.CheckListener.NONE))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFigureThatIsNotRightIsMarked() {
        CheckOutcome outcome = new Tally()
                .need(true, "p50 %.1f", 1.0)
                .need(false, "p99 %.1f", 2.0)
                .tell("quiet")
                .outcome();

        assertThat(outcome).isEqualTo(CheckOutcome.of(false, "p50 1.0, p99 2.0 (wrong), quiet"));
    }

    @Test
    void aRunThatOthersSpoiledIsMadeAgainAndThenNotJudged() throws Exception {
        List<String> attempts = new ArrayList<>();
        CheckOutcome outcome = InterferenceMonitor.judged(
                () -> {
                    attempts.add("run");
                    return new InterferenceMonitor.CheckAttempt(
                            CheckOutcome.of(false, "wrong"), true, "others used 0.43 cores");
                },
                2);

        assertThat(attempts).hasSize(2);
        assertThat(outcome).isEqualTo(CheckOutcome.notHere("a quiet machine: others used 0.43 cores; seen: wrong"));
    }

    @Test
    void aRunThatFailedOnAQuietMachineHasFailed() throws Exception {
        assertThat(InterferenceMonitor.judged(
                                () -> new InterferenceMonitor.CheckAttempt(CheckOutcome.of(false, "wrong"), false, ""),
                                2)
                        .kind())
                .isEqualTo(CheckOutcome.Kind.FAILED);
    }
}
