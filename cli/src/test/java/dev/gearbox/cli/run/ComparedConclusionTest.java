package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.run.ComparedConclusion.ArmVerdict;
import dev.gearbox.evidence.analysis.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparedConclusionTest {
    @Test
    void it_names_what_became_worse_and_says_what_would_decide_the_rest() {
        assertThat(ComparedConclusion.words(List.of(
                        new ArmVerdict("virtual (ping)", Verdict.WORSE),
                        new ArmVerdict("epoll (ping)", Verdict.BETTER),
                        new ArmVerdict("uring (ping)", Verdict.EQUIVALENT),
                        new ArmVerdict("selector (ping)", Verdict.INCONCLUSIVE),
                        new ArmVerdict("selector (page)", Verdict.INVALID))))
                .isEqualTo("Worse than before: virtual (ping); better: epoll (ping); no difference: 1;"
                        + " 1 undecided: more forks of both (--forks) would decide them;"
                        + " 1 without a verdict: a quieter machine would give one (run --again).");
        assertThat(ComparedConclusion.words(List.of(new ArmVerdict("epoll (ping)", Verdict.EQUIVALENT))))
                .isEqualTo("None was shown to be worse than before; no difference: 1.");
    }
}
