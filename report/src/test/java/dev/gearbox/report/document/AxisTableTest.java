package dev.gearbox.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.Report;
import dev.gearbox.report.SampleAxes;
import dev.gearbox.report.SampleReports;
import dev.gearbox.report.html.HtmlReport;
import dev.gearbox.report.text.MarkdownReport;
import dev.gearbox.report.text.TerminalReport;
import java.util.List;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

/** Tables of many arms over an axis: one row for each arm, and the same figures in every form of a report. */
class AxisTableTest {
    private static final List<ExperimentResult> CLOSED = SampleAxes.closed();
    private static final Report REPORT = new Report("t", "q", CLOSED);

    private static List<Document.AxisTable> tables(List<ExperimentResult> results) {
        return AxisTables.of(IntStream.range(0, results.size())
                .mapToObj(at -> new Sweeps.Member("cell-" + at, results.get(at).findings()))
                .toList());
    }

    @Test
    void ratesAndP99AreShownForEachCombinationOfTheOtherAxes() {
        assertThat(tables(CLOSED))
                .extracting(Document.AxisTable::title)
                .containsExactly(
                        "puts, most 256: answers per second",
                        "puts, most 256: p99, µs",
                        "puts, most 4: answers per second",
                        "puts, most 4: p99, µs");
        Document.AxisTable rates = tables(CLOSED).getFirst();
        assertThat(rates.columns()).isEqualTo(new Document.Axis("carriers", List.of("1", "2", "4")));
        assertThat(rates.rows())
                .extracting(row -> row.arm() + " "
                        + row.figures().stream()
                                .map(figure -> figure == null ? "-" : figure.text())
                                .toList())
                .containsExactly(
                        "none [1000 [990, 1010], 2000 [1980, 2020], 4000 [3960, 4040]]",
                        "channel [500 [495, 505], 1000 [990, 1010], 2000 [1980, 2020]]",
                        "uring [-, 500 [495, 505], 1000 [990, 1010]]");
    }

    @Test
    void jobsHaveTheirTimeAndTheirCost() {
        assertThat(tables(SampleAxes.jobs()))
                .extracting(Document.AxisTable::title)
                .containsExactly(
                        "puts, most 256: time for the whole job, ms",
                        "puts, most 256: CPU per request, µs",
                        "puts, most 4: time for the whole job, ms",
                        "puts, most 4: CPU per request, µs");
    }

    @Test
    void openLoopsPairsAndSingleCellsHaveNone() {
        assertThat(tables(SampleAxes.map())).isEmpty();
        assertThat(tables(List.of(SampleReports.ping(100), SampleReports.ping(1000))))
                .as("open loops")
                .isEmpty();
        assertThat(tables(CLOSED.subList(0, 1))).isEmpty();
    }

    @Test
    void everyFormHasThem() {
        assertThat(TerminalReport.maps(REPORT, new TerminalReport.Style(120, false, false)))
                .containsPattern("(?m)^ +carriers 1 +2 +4$")
                .containsPattern("(?m)^channel +500 \\[495, 505\\] +1000 \\[990, 1010\\] +2000 \\[1980, 2020\\]$")
                .containsPattern("(?m)^uring +- +500 ");
        assertThat(TerminalReport.maps(REPORT, new TerminalReport.Style(40, false, false)))
                .containsPattern("(?m)^channel +500 +1000 +2000$");
        assertThat(MarkdownReport.of(REPORT)).contains("| arm | carriers 1 | carriers 2 | carriers 4 |");
        var page = Jsoup.parse(HtmlReport.of(REPORT)).select("section.axis");
        assertThat(page).hasSize(4);
        assertThat(page.getFirst().select("tr").get(2).text())
                .isEqualTo("channel 500 [495, 505] 1000 [990, 1010] 2000 [1980, 2020]");
    }
}
