package dev.gearbox.advise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.Advisor;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.SomeCosts;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.trial.TrialEngines;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LiteratureRulesTest {
    private static final LiteratureRules RULES = LiteratureRules.shipped();

    private static DescribedWorkload workload(int connections, double rate, long bytes, double wait) {
        return new DescribedWorkload(
                connections,
                rate,
                bytes,
                0,
                Range.exactly(0),
                wait,
                Range.exactly(0),
                0,
                2,
                OptionalDouble.empty(),
                OptionalDouble.empty());
    }

    private static List<String> about(DescribedWorkload workload) {
        return RULES.about(workload).stream().map(LiteratureRule::id).toList();
    }

    @Test
    void there_are_six_and_each_applies_somewhere() {
        assertThat(RULES.rules())
                .extracting(LiteratureRule::id)
                .containsExactlyInAnyOrder("rule-1", "rule-2", "rule-3", "rule-4", "rule-5", "rule-6");
        assertThat(about(workload(20_000, 1000, 64, 0))).containsExactly("rule-1", "rule-4");
        assertThat(about(workload(50, 2000, 65_536, 0))).containsExactly("rule-2", "rule-5", "rule-4");
        assertThat(about(workload(50, 100, 64, 0.02))).containsExactly("rule-6", "rule-3", "rule-4");
        assertThat(about(workload(5000, 10, 64, 0))).isEmpty();
    }

    @Test
    void the_first_that_recommends_an_engine_is_measured_beside_the_first_two() {
        DescribedWorkload quiet = workload(50, 100, 64, 0);
        Advice advice = Advisor.advise(quiet, SomeCosts.exact(), Set.of());
        List<Prediction> chosen = TrialEngines.verified(advice, RULES.recommending(quiet));
        assertThat(chosen).extracting(Prediction::name).doesNotHaveDuplicates().contains("threads");
        assertThat(chosen.getFirst()).isEqualTo(advice.first());
        assertThat(chosen).hasSizeBetween(2, 3);
        DescribedWorkload many = workload(20_000, 1000, 64, 0);
        Advice other = Advisor.advise(many, SomeCosts.exact(), Set.of("selector"));
        assertThat(TrialEngines.verified(other, RULES.recommending(many)))
                .as("an engine that cannot run here is left out")
                .hasSize(2);
    }
}
