package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.claim.Claim.Measure.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The results of timing accepts, and that it runs; not how long an accept takes. */
class AcceptTimesTest {
    @Test
    void forksBecomeAFigureWithAnInterval() {
        Map<Kind, Map<String, Figure>> figures = AcceptTimes.figures(List.of(
                List.of("ACCEPT accept-ready threads 8000", "ACCEPT accept-waiting threads 1000000"),
                List.of("ACCEPT accept-ready threads 12500", "ACCEPT accept-waiting threads 1000000")));
        assertThat(figures.getOrDefault(Kind.ACCEPT_READY, Map.of())).hasEntrySatisfying("threads", ready -> {
            assertThat(ready.value()).isCloseTo(10, within(1e-9));
            assertThat(ready.low() * ready.high()).isCloseTo(100, within(1e-6));
            assertThat(ready.forks()).isEqualTo(2);
        });
        assertThatThrownBy(() -> AcceptTimes.figures(List.of(List.of("WARNING: something"))))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("WARNING: something");
    }

    @Test
    @Timeout(600)
    void aForkTimesBothKindsForBothArms() throws InterruptedException {
        Map<Kind, Map<String, Figure>> figures = AcceptTimes.measure(1);
        assertThat(figures).containsOnlyKeys(Kind.ACCEPT_WAITING, Kind.ACCEPT_READY);
        figures.forEach((kind, arms) -> {
            assertThat(arms).containsOnlyKeys("threads", "selector");
            assertThat(arms.values()).allSatisfy(figure -> {
                assertThat(figure.value()).isPositive();
                assertThat(figure.bounded()).as("one fork has no interval").isFalse();
            });
        });
    }
}
