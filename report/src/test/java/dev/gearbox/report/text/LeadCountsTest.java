package dev.gearbox.report.text;

import static dev.gearbox.report.text.ChoiceSentenceTest.findings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An arm leads where no other was shown to be ahead of it; tables without a shown difference name no leader. */
class LeadCountsTest {
    private static String of(Findings... results) {
        return LeadCounts.of(List.of(results));
    }

    @Test
    void arms_are_counted_in_the_tables_that_they_are_in() {
        assertThat(of(
                        findings("users", Metric.CPU, "ideal:w a:x b:xy c:y"),
                        findings("open", Metric.P50, "b:x a:y"),
                        findings("idle", Metric.IDLE_RESIDENT, "b:x c:x")))
                .isEqualTo(
                        "Mostly b. First, or not shown to be behind the first, in tables with a difference: b in 2 of its 2"
                                + " and a in 1 of its 2. 1 of 3 tables shows none.");
    }

    @Test
    void of_many_leaders_the_first_are_named() {
        assertThat(of(findings("users", Metric.CPU, "a:x b:x c:x d:x e:x f:x g:x h:x i:y")))
                .startsWith("Mostly a, b, c, d, e and 3 more. ")
                .endsWith("e in 1 of its 1 and 3 more.");
    }

    @Test
    void an_arm_that_leads_in_half_of_the_tables_is_no_answer() {
        assertThat(of(findings("users", Metric.CPU, "a:x b:y"), findings("open", Metric.CPU, "b:x a:y")))
                .startsWith("That depends on the load. ");
    }

    @Test
    void without_a_difference_none_leads() {
        assertThat(of(findings("users", Metric.CPU, "a:x b:x"))).isEqualTo("No difference was shown in the one table.");
        assertThat(of(findings("users", Metric.CPU, "a:x b:x"), findings("open", Metric.P50, "a:x b:x")))
                .isEqualTo("No difference was shown in any of 2 tables.");
    }

    @Test
    void one_arm_beside_a_reference_is_no_comparison() {
        assertThat(of(findings("users", Metric.CPU, "ideal:w a:x"))).isEqualTo("There is no valid comparison yet.");
        assertThat(of(findings("users", Metric.CPU, "a:x b:"))).isEqualTo("There is no valid comparison yet.");
    }
}
