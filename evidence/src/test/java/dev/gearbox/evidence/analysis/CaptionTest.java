package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Point;
import org.junit.jupiter.api.Test;

/** The caption of every figure. */
class CaptionTest {
    @Test
    void saysHowMuchWasMeasuredAndLeftOutAndWhere() {
        MadeEvidence made = MadeEvidence.of("a", "b")
                .truth(place -> place.fork() == 1 && place.block() < 3
                        ? Point.PLAIN.foreign(0.5)
                        : AnalysisTest.jittered(place));
        for (int fork = 1; fork <= 5; fork++) {
            made.entry(new ForkEvent.Ceiling(fork, 1, 4_000, 20, 50));
        }
        Findings findings = made.findings();
        assertThat(Caption.of(findings))
                .isEqualTo(
                        "5 forks of 12 blocks, 95 % intervals; 2 of 60 blocks dropped (3 %); generator at most at 25 %"
                                + " of its ceiling; open loop; server on core 0, load on core 1; commit abc1234; seed 42");
        assertThat(Caption.of(findings, findings.by(Metric.CPU).orElseThrow()))
                .contains("; differences from ", " % could be seen; 2 of 60");
        assertThat(Caption.dropped(findings.quality()))
                .isEqualTo("2 of 60 blocks dropped (another program used more than 0.10 core: 2)");
    }

    @Test
    void oneForkSeesNoDifferenceAndSaysNone() {
        Findings findings = MadeEvidence.of("a", "b").forks(1).looks(5, 10).findings();
        assertThat(Caption.of(findings, findings.by(Metric.CPU).orElseThrow()))
                .startsWith("1 fork of 12 blocks, looked at after 1 of at most 10, 95 % intervals; no block dropped;")
                .doesNotContain("could be seen");
    }
}
