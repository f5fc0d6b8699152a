package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.MadeEvidence;
import org.junit.jupiter.api.Test;

/** Arms that were not warm for the same reason share a line. */
class NotWarmTest {
    private static ForkEvent.Warmed warmed(int fork, String arm, String why) {
        return new ForkEvent.Warmed(fork, 1, arm, 1, 100, why.isEmpty(), why);
    }

    @Test
    void armsAndForksWithOneReasonAreOneLine() {
        MadeEvidence made = MadeEvidence.of("a", "b", "c");
        for (int fork = 1; fork <= 3; fork++) {
            made.entry(warmed(fork, "c", "only one slice was served"));
            made.entry(warmed(fork, "a", "only one slice was served"));
            made.entry(warmed(fork, "b", fork == 2 ? "only one slice was served" : ""));
        }
        made.entry(warmed(4, "b", "its JIT compilers took 40 % of the last slice"));

        assertThat(made.findings().quality().notWarm())
                .containsExactly(
                        "forks 1, 3: a, c (only one slice was served)",
                        "fork 2: all arms (only one slice was served)",
                        "fork 4: b (its JIT compilers took 40 % of the last slice)");
    }
}
