package dev.gearbox.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.report.Report;
import dev.gearbox.report.SampleReports;
import dev.gearbox.report.assets.Assets;
import dev.gearbox.report.html.HtmlReport;
import dev.gearbox.report.json.JsonReport;
import dev.gearbox.report.text.MarkdownReport;
import dev.gearbox.report.text.TerminalReport;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Page, Markdown and terminal: complete, safe whatever a label contains, and reproducible. */
class FormsTest {
    private final String page = HtmlReport.of(SampleReports.report());

    @Test
    void theSameReportGivesTheSameBytes() {
        assertThat(HtmlReport.of(SampleReports.report())).isEqualTo(page);
        assertThat(MarkdownReport.of(SampleReports.report())).isEqualTo(MarkdownReport.of(SampleReports.report()));
    }

    @Test
    void thePageCarriesTheJsonAsItIs() {
        Matcher data = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>")
                .matcher(page);
        assertThat(data.find()).isTrue();
        assertThat(data.group(1)).isEqualTo(JsonReport.of(SampleReports.report()));
    }

    @Test
    void aLabelIsTextWhateverItHolds() {
        assertThat(page.replace(Assets.text("echarts.common.min.js"), "")).doesNotContain("<img");
        assertThat(page.split("</script>", -1)).as("four scripts and the rest").hasSize(5);
        assertThat(MarkdownReport.of(SampleReports.report()))
                .doesNotContain("<img")
                .contains("&lt;img");
    }

    @Test
    void thePageNamesNoOtherPlace() {
        String own = page.replace(Assets.text("echarts.common.min.js"), "");
        assertThat(own).doesNotContainPattern("https?://|url\\(|@import|src=\"|fetch\\(|XMLHttpRequest");
        assertThat(own).contains("default-src 'none'").contains("href=\"./flame%20virtual%3F%23.html\"");
    }

    @Test
    void thePageIsCompleteWithoutAScript() {
        assertThat(page)
                .contains("1.83 <small>[1.79, 1.87]</small>")
                .contains("2 blocks of 60 dropped: another program used more than 0.10 core.")
                .contains("pool?threads=5 has no figures and is in no ranking.")
                .contains("Failed: pool?threads=5, fork 1: no answer for 5 s")
                .contains("System calls not counted here: perf is not installed")
                .contains("Damaged: fork-01.jsonl, line 9: cut off")
                .contains("✖ Invalid")
                .contains("<dt>one selector below two</dt><dd>ratio 1.01 [0.99, 1.03]: no difference")
                .contains("Transparent huge pages are on.");
        assertThat(page.split("<details class=\"table\" open=\"open\">", -1)).hasSizeGreaterThan(10);
    }

    @Test
    void theChartsAreTheVendoredOnesUnchanged() throws Exception {
        byte[] script = Assets.text("echarts.common.min.js").getBytes(StandardCharsets.UTF_8);
        String sum =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(script));
        assertThat(Assets.text("echarts.md")).contains(sum);
        assertThat(new String(script, StandardCharsets.UTF_8)).doesNotContain("</script", "<!--");
    }

    @Test
    void curvesComeFromCleanBlocksOnlyAndEndWhereTenAreBeyond() {
        Document.Curves curves = DocumentComposer.of(SampleReports.report())
                .cells()
                .getFirst()
                .curves()
                .getFirst();
        assertThat(curves.arms()).extracting(Document.Curve::arm).doesNotContain("epoll", SampleReports.FAILED);
        Document.Curve curve = curves.arms().getFirst();
        assertThat(curve.requests()).isEqualTo(20_000);
        assertThat(curve.points().getLast().getFirst()).isBetween(1000.0, 2000.0);
        // The disturbed block is fifty times slower: its median would be near 2000.
        assertThat(curve.points().stream()
                        .filter(point -> point.getFirst() == 2)
                        .findFirst()
                        .orElseThrow()
                        .getLast())
                .isBetween(30.0, 50.0);
    }

    @Test
    void whatAStudyComputesIsInEveryForm() {
        Report report = SampleReports.report();
        assertThat(DocumentComposer.of(report).sections()).isEqualTo(report.sections());
        assertThat(page)
                .contains(
                        "<h2>Sizes of &lt;/script&gt;",
                        "<td>80.1 [79.2, 81.0]</td>",
                        "32 |   o   |</pre>",
                        "It is flat from 16 on.");
        assertThat(MarkdownReport.of(report))
                .contains(
                        "### Sizes of ",
                        "| 16 | 80.1 \\[79.2, 81.0\\] |",
                        "- The rule \\| holds.",
                        "```\n  16 |    *  |\n");
        for (String text : List.of(
                TerminalReport.of(report, new TerminalReport.Style(120, false, false)),
                TerminalReport.maps(report, new TerminalReport.Style(120, false, false)))) {
            assertThat(text.lines())
                    .containsSubsequence(
                            "Sizes of " + SampleReports.EVIL,
                            "  32 |   o   |",
                            "It is flat from 16 on.",
                            "The rule | holds.")
                    .anyMatch(line -> line.matches("16 +80\\.1 \\[79\\.2, 81\\.0] *"));
        }
    }

    @Test
    void theFrontIsNeverEmptyAndDominationWasShown() {
        Document.Front front = Objects.requireNonNull(
                DocumentComposer.of(SampleReports.report()).cells().getFirst().front());
        assertThat(front.spots())
                .filteredOn(spot -> spot.state().equals("front"))
                .extracting(Document.Spot::arm)
                .contains("epoll", "virtual");
        assertThat(front.spots())
                .filteredOn(spot -> !spot.state().equals("front"))
                .allSatisfy(spot -> assertThat(spot.by()).isNotEmpty());
    }

    @Test
    void theFrontSaysWhichOfItsFiguresHaveNoVerdict() {
        Findings fit = SampleReports.ping(100).findings();
        Findings.Unfit unfit = new Findings.Unfit("another program ran", Findings.Lack.QUIET);
        Findings disturbed = new Findings(fit.experiment(), fit.quality(), fit.rankings(), Map.of(Metric.P99, unfit));

        assertThat(Objects.requireNonNull(Pareto.of(fit)).words()).noneMatch(word -> word.contains("values of p99"));
        assertThat(Objects.requireNonNull(Pareto.of(disturbed)).words())
                .contains("The picture shows values of p99, and nothing is concluded from them: another program ran.");
    }

    @Test
    void cellsThatDifferInOneNumberAreASweepAndACapacityIsOne() {
        List<Document.Sweep> sweeps =
                DocumentComposer.of(SampleReports.report()).sweeps();
        assertThat(sweeps).extracting(Document.Sweep::axis).containsExactly("connections", "answers per second");
        assertThat(sweeps.getFirst().arms().getFirst().points())
                .extracting(Document.Point::x)
                .containsExactly(100.0, 1000.0);
        assertThat(sweeps.getLast().arms())
                .allSatisfy(line -> assertThat(line.capacity()).isNotNull());
    }

    @Test
    void markdownEscapesItsOwnMarks() {
        assertThat(MarkdownReport.of(SampleReports.report()))
                .contains("- **ping, connections 100**: epoll costs least CPU per request")
                .contains("| es-6 |")
                .contains("the same \\| figure 3");
    }
}
