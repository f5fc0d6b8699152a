package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.claim.Claim.Measure.Kind;
import dev.gearbox.lab.child.PrintedFigures;
import dev.gearbox.lab.workload.JvmLaunch;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Timing accepts runs and says what claims need; not how long an accept takes. */
class AcceptTimesTest {
    @Test
    @Timeout(600)
    void a_fork_times_every_kind_for_both_arms() throws InterruptedException {
        Map<Kind, JvmLaunch> programs = new EchoServerStudy().apart();
        Map<Kind, Map<String, Figure>> figures = new EnumMap<>(Kind.class);
        for (JvmLaunch program : Set.copyOf(programs.values())) {
            figures.putAll(PrintedFigures.measure(program, 1));
        }
        assertThat(figures).containsOnlyKeys(programs.keySet());
        figures.forEach((kind, arms) -> {
            assertThat(arms).containsOnlyKeys("threads", "selector");
            assertThat(arms.values()).allSatisfy(figure -> {
                assertThat(figure.value()).isPositive();
                assertThat(figure.bounded()).as("one fork has no interval").isFalse();
            });
        });
    }

    @Test
    void every_figure_of_a_claim_has_a_program() {
        assertThat(new EchoServerStudy().apart().keySet())
                .containsAll(EchoServer.claims().stream()
                        .flatMap(claim -> claim.apart().stream())
                        .toList());
    }
}
