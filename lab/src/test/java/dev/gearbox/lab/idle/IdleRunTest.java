package dev.gearbox.lab.idle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.child.Setup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.idle.IdleMemory.Kind;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.TestData;
import dev.gearbox.lab.workload.TestSubject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Real children that hold connections. */
class IdleRunTest {
    private static final String QUIET = """
            name: quiet
            summary: quiet ones beside a busy one
            source: nowhere
            protocol: echo
            axes: {quiet: [100, 5100]}
            arrivals: {model: closed, users: 1}
            script: [connect, {repeat: {steps: [{send: {bytes: 64}}, {expect: echo}, {pause: 10ms}]}}]
            background:
              - name: quiet
                users: $quiet
                script: [connect, {send: {text: hello}}, {expect: echo}, {repeat: {steps: [{pause: 1h}]}}]
            quick: {warm-up: 10s, measure: 10s}
            full: {warm-up: 10s, measure: 10s}
            """;

    private static final Setup SETUP = Setup.detect(1);

    @Test
    void tellsWhatAConnectionCosts() throws InterruptedException {
        List<Cell> cells = TestData.workload(QUIET).cells(Length.QUICK, Map.of());
        IdleCost cost = IdleRun.open(SETUP, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofMillis(100))
                .run(cells, TestSubject.subject("echo"), 2);
        assertThat(cost.forks()).hasSize(2);
        assertThat(cost.forks().getFirst())
                .extracting(IdleCost.Point::connections)
                .containsExactlyInAnyOrder(101, 5101);
        assertThat(cost.slopes()).extracting(IdleCost.Slope::kind).contains(Kind.HEAP, Kind.DIRECT, Kind.RESIDENT);
        // A channel, its key and what the selector needs for it: some hundred bytes on the heap, nothing beside it.
        assertThat(cost.slope(Kind.HEAP).orElseThrow().bytes()).isBetween(200.0, 5_000.0);
        assertThat(cost.slope(Kind.DIRECT).orElseThrow().bytes()).isBetween(-100.0, 100.0);
    }

    /** It needs 15 ms for each answer: 100 users are greeted after a second and a half, and no attempt is as long. */
    @Test
    void usersThatAreStillGreetedAreNotQuiet() {
        List<Cell> cells = TestData.workload(QUIET).cells(Length.QUICK, Map.of("quiet", List.of("100", "120")));
        IdleRun run = IdleRun.open(SETUP, Duration.ofMillis(100), Duration.ofSeconds(2), Duration.ZERO);
        assertThatThrownBy(() -> run.run(cells, TestSubject.subject("dawdles"), 2))
                .isInstanceOf(LabException.class)
                .hasMessageMatching("dawdles had not greeted all its \\d+ connections after 800 ms: .*");
    }

    @Test
    void oneNumberOfConnectionsIsRefused() {
        List<Cell> cells = TestData.workload(QUIET).cells(Length.QUICK, Map.of("quiet", List.of("5")));
        assertThatThrownBy(() -> IdleRun.open(SETUP, Duration.ZERO).run(cells, TestSubject.subject("echo"), 2))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("at least two numbers");
    }
}
