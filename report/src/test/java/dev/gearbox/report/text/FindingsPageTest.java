package dev.gearbox.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.report.ClaimView;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.Report;
import dev.gearbox.report.SampleAxes;
import dev.gearbox.report.SampleReports;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page begins with the answer and says when and where it was measured; whatever labels contain, it stays one page. */
class FindingsPageTest {
    private final String page = FindingsPage.of(SampleReports.report());

    @Test
    void the_answer_comes_first() {
        assertThat(page.lines().findFirst().orElseThrow())
                .startsWith(SampleReports.report().question() + " ")
                .contains(
                        " Mostly epoll. First, or not shown to be behind the first, in tables with a difference: epoll in ")
                .contains(" 2 claims: no difference 1 and inconclusive 1. ")
                .contains(" comparisons are decided; ");
    }

    @Test
    void dates_commit_placement_and_stolen_time_come_next() {
        assertThat(page.lines().skip(2).findFirst().orElseThrow())
                .startsWith("Measured on ")
                .contains(", commit ")
                .containsPattern(" on \\d+ cores, Linux .*: server on core ")
                .contains("The hypervisor took ");
    }

    @Test
    void claims_have_their_verdicts_and_what_was_measured() {
        assertThat(page)
                .contains(
                        "| es-4 CPU: one selector &lt; multi-Reactor &lt; with a pool | no difference (server on core 0,"
                                + " load on core 1) | one selector below two: ratio 1.01 \\[0.99, 1.03\\]: no difference.")
                .contains("| the accept itself: inconclusive. not measured |");
    }

    @Test
    void parts_of_which_the_same_is_said_are_named_together() {
        ClaimView claim = new ClaimView(
                "x-1",
                "all are the same",
                "a paper",
                "by eye",
                "inconclusive",
                List.of(
                        new ClaimView.Part("rate", "", "inconclusive", "ping has not been measured"),
                        new ClaimView.Part("cost", "", "inconclusive", "ping has not been measured")),
                "",
                "");
        assertThat(FindingsPage.of(new Report("t", "?", List.of(), List.of(), List.of(claim), List.of())))
                .contains("| rate and cost: inconclusive. ping has not been measured |");
    }

    @Test
    void tables_are_folded_by_workload_without_their_method() {
        assertThat(page)
                .contains("<details><summary>ping: 2 tables</summary>")
                .contains("**ping, connections 100**: epoll costs least CPU per request")
                .contains("| arm | CPU per request, µs |")
                .doesNotContain("Method")
                .doesNotContain("<img")
                .endsWith("- Invented figures: an example.\n");
        assertThat(page.split("<details>", -1)).hasSameSizeAs(page.split("</details>", -1));
    }

    @Test
    void of_several_builds_the_one_with_most_blocks_is_shown() {
        ExperimentResult whole = SampleReports.ping(100);
        Findings findings = whole.findings();
        // The sample of another kind has 7 of 12 blocks.
        ExperimentResult part = new ExperimentResult(
                whole.evidence(),
                new Findings(
                        findings.experiment(),
                        SampleReports.invalid().findings().quality(),
                        findings.rankings(),
                        findings.unfit()));
        for (List<ExperimentResult> both : List.of(List.of(whole, part), List.of(part, whole))) {
            assertThat(FindingsPage.of(new Report("t", "?", both)))
                    .contains("<details><summary>ping: 1 table</summary>")
                    .contains("58 of 60 blocks")
                    .doesNotContain("7 of 12 blocks");
        }
    }

    @Test
    void a_job_is_shown_by_its_time() {
        assertThat(FindingsPage.of(new Report("t", "?", SampleAxes.jobs())))
                .contains(
                        "| arm | time for the whole job, ms | relative to none | ties | verdict | CPU per request, µs |");
    }

    @Test
    void what_has_a_meaning_in_markdown_is_escaped() {
        assertThat(MarkdownTables.text("a|b_c<i>@me\nx")).isEqualTo("a\\|b\\_c&lt;i&gt;&#64;me x");
    }
}
