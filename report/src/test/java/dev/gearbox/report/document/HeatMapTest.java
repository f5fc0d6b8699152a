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
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

/** Maps of one arm against another: made from any cells that differ along two axes, and readable without colour. */
class HeatMapTest {
    private static final TerminalReport.Style WIDE = new TerminalReport.Style(120, false, false);

    private final Document document = DocumentComposer.of(SampleReports.report());
    private final Document.Heat map = document.maps().getFirst();

    private static List<Document.Heat> maps(List<ExperimentResult> results) {
        return HeatMaps.of(IntStream.range(0, results.size())
                .mapToObj(at -> new Sweeps.Member("cell-" + at, results.get(at).findings()))
                .toList());
    }

    private static Document.Patch patch(Document.Heat map, int row, int column) {
        return Objects.requireNonNull(map.rows().get(row).cells().get(column));
    }

    @Test
    void eachPairHasAMapWithItsAxesInOrderOfNumbers() {
        assertThat(document.maps())
                .extracting(Document.Heat::title)
                .containsExactly(
                        "map, bytes 64: CPU per request, uring against epoll",
                        "map, bytes 64: CPU per request, " + SampleReports.EVIL + " against netty-epoll");
        assertThat(map.columns()).isEqualTo(new Document.Axis("connections", List.of("10", "100", "1000")));
        assertThat(map.rows())
                .extracting(row -> row.parameters().toString())
                .containsExactly("{pipelining=1}", "{pipelining=16}");
    }

    @Test
    void everyVerdictKeepsItsWordItsRatioAndItsInterval() {
        assertThat(map.rows().stream().flatMap(Document.HeatRow::known))
                .extracting(patch -> HeatMaps.mark(patch) + " " + patch.ratio().text() + " " + patch.words())
                .containsExactly(
                        "- 0.580 [0.563, 0.597] cheaper",
                        "= 0.990 [0.970, 1.010] no difference within 5 %",
                        "! 1.08 [1.07, 1.09] invalid",
                        "+ 1.41 [1.34, 1.48] dearer",
                        "? 1.12 [0.90, 1.34] inconclusive");
        assertThat(map.rows().getLast().cells().getLast()).as("not measured").isNull();
        assertThat(map.answer())
                .isEqualTo("uring: cheaper in 1 of 5 cells, dearer in 1, no difference within 5 % in 1,"
                        + " inconclusive in 1, invalid in 1.");
        Document.Patch first = patch(map, 0, 0);
        assertThat(first.arm().value()).isEqualTo(5.8);
        assertThat(first.baseline().value()).isEqualTo(10);
        assertThat(first.rate().value()).isEqualTo(4000);
        assertThat(document.cells()).extracting(Document.CellSection::id).contains(first.cell());
    }

    @Test
    void mapsOfAWorkloadShareTheirScaleAndItReachesTheFarthestCell() {
        assertThat(document.maps()).extracting(Document.Heat::limit).containsOnly(2.0);
        assertThat(maps(SampleAxes.map().subList(5, 7)))
                .extracting(Document.Heat::limit)
                .containsExactly(1.25);
    }

    @Test
    void oneAxisIsNoMapNorAreManyArmsOrCellsThatAreOnOne() {
        assertThat(maps(List.of(SampleAxes.map().get(0), SampleAxes.map().get(1))))
                .isEmpty();
        assertThat(maps(List.of(SampleReports.ping(100), SampleReports.ping(1000))))
                .isEmpty();
        assertThat(document.sweeps())
                .flatExtracting(Document.Sweep::arms)
                .extracting(Document.Line::arm)
                .as("what is on a map needs no curve for each of its rows")
                .doesNotContain("uring");
    }

    @Test
    void thePageSaysInWordsWhatItsColoursSay() {
        String page = HtmlReport.of(SampleReports.report());
        assertThat(page).contains("id=\"map-1\"", "href=\"#map-1\"", "Each of the 7 cells of the maps");
        String section = page.substring(page.indexOf("<section class=\"heat\""), page.indexOf("</section>"));
        assertThat(Jsoup.parse(page).select(".heat td"))
                .extracting(patch -> patch.className() + ": " + patch.text())
                .contains(
                        "better: 0.580 [0.563, 0.597] ▼ cheaper",
                        "worse: 1.41 [1.34, 1.48] ▲ dearer",
                        "equivalent: 0.990 [0.970, 1.010] = no difference within 5 %",
                        "inconclusive: 1.12 [0.90, 1.34] ? inconclusive",
                        "invalid: 1.08 [1.07, 1.09] ✖ invalid");
        assertThat(section)
                .doesNotContain("<img")
                .contains("not measured")
                .contains("uring 5.80 [5.74, 5.86] µs, epoll 10.00 [9.90, 10.10] µs for each request, at 4000")
                .contains("Below 1 uring is cheaper, above 1 dearer.")
                .contains("<th scope=\"row\">pipelining 16</th>");
        assertThat(share(section, "better")).isGreaterThan(share(section, "worse"));
    }

    private static int share(String html, String verdict) {
        var found = Pattern.compile("class=\"" + verdict + "\" style=\"--share: (\\d+)%")
                .matcher(html);
        assertThat(found.find()).isTrue();
        return Integer.parseInt(found.group(1));
    }

    @Test
    void theTerminalShowsItWithoutColourAndLeavesIntervalsOutWhereThereIsNoRoom() {
        Report report = new Report("t", "q", SampleAxes.map());
        assertThat(TerminalReport.maps(report, WIDE))
                .contains("map, bytes 64: CPU per request, uring against epoll\n")
                .containsPattern("(?m)^ +connections 10 +100 +1000$")
                .containsPattern(
                        "(?m)^pipelining 1 +- 0\\.580 \\[0\\.563, 0\\.597\\] += 0\\.990 \\[0\\.970, 1\\.010\\] +! 1\\.08 .*")
                .containsPattern(
                        "(?m)^pipelining 16 +\\+ 1\\.41 \\[1\\.34, 1\\.48\\] +\\? 1\\.12 \\[0\\.90, 1\\.34\\]$");
        assertThat(TerminalReport.maps(report, new TerminalReport.Style(60, false, true))
                        .lines())
                .filteredOn(line -> !line.startsWith("map, "))
                .allMatch(line -> line.length() <= 60);
        assertThat(TerminalReport.maps(report, new TerminalReport.Style(60, false, true)))
                .containsPattern("(?m)^pipelining 1 +- 0\\.580 += 0\\.990 +! 1\\.08$")
                .contains("Omitted at this width: the intervals.");
        assertThat(TerminalReport.of(report, WIDE)).contains(TerminalReport.maps(report, WIDE));
        assertThat(TerminalReport.maps(new Report("t", "q", List.of(SampleReports.ping(100))), WIDE))
                .isEmpty();
    }

    @Test
    void markdownHasItAsATable() {
        assertThat(MarkdownReport.of(SampleReports.report()))
                .contains("| pipelining 16 | 1.41 \\[1.34, 1.48\\]: dearer | 1.12 \\[0.90, 1.34\\]: inconclusive |  |");
    }
}
