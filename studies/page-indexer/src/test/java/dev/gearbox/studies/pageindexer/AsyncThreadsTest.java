package dev.gearbox.studies.pageindexer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Claim.Measure.Kind;
import dev.gearbox.lab.child.PrintedFigures;
import dev.gearbox.lab.workload.JvmLaunch;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counting the threads of reads runs and says what claim pi-13 needs; not which threads they are. */
class AsyncThreadsTest {
    @Test
    @Timeout(600)
    void a_fork_counts_every_kind_for_the_arms_of_the_claim() throws InterruptedException {
        Map<Kind, JvmLaunch> programs = new PageIndexerStudy().apart();
        Map<Kind, Map<String, Figure>> figures =
                PrintedFigures.measure(programs.values().iterator().next(), 1);
        assertThat(figures).containsOnlyKeys(programs.keySet());
        figures.forEach((kind, arms) -> assertThat(arms.values())
                .as(kind.key())
                .allSatisfy(figure -> assertThat(figure.value()).isBetween(0.049, 100.001)));
        Claim claim = PageIndexer.claims().stream()
                .filter(each -> each.id().equals("pi-13"))
                .findFirst()
                .orElseThrow();
        assertThat(claim.apart()).containsExactlyInAnyOrderElementsOf(programs.keySet());
        claim.parts()
                .forEach(part -> assertThat(figures.values())
                        .allSatisfy(arms ->
                                assertThat(arms).containsKey(part.left().arm().label())));
    }
}
