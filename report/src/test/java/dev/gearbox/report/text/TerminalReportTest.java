package dev.gearbox.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.Report;
import dev.gearbox.report.SampleQuality;
import dev.gearbox.report.SampleReports;
import dev.gearbox.report.document.Numbers;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The terminal's tables: their plot, their width, their text. */
class TerminalReportTest {
    private final Report ping = new Report("t", "q", List.of(SampleReports.ping(100)));

    @Test
    void theTableWithEvidence() {
        String text = TerminalReport.of(ping, new TerminalReport.Style(240, false, true));
        assertThat(text)
                .contains("CPU per request, relative to selector (lower is better)")
                .containsPattern("(?m)^selector +1\\.00 +o +b +baseline$")
                .containsPattern("(?m)^virtual +1\\.83 +\\[1\\.79, 1\\.87\\] +\\| +-*o-* +d +dearer$")
                .containsPattern("(?m)^reactors\\?threads=2 +1\\.01 .* b +no difference within 5 %$")
                .contains("No figures: pool?threads=5.")
                .contains(
                        "Dropped: 2 of 60 blocks (another program used more than 0.10 core: 2). Generator busy 41 % at"
                                + " most, late by 38.2 us (p99). A/A copy of selector: 1.002 [0.994, 1.010], no difference within"
                                + " 5 %.");
        assertThat(text.codePoints().allMatch(point -> point < 128)).isTrue();
    }

    @Test
    void thoseThatWereNotWarmAreNoWall() {
        ExperimentResult one = SampleReports.ping(100);
        Quality quality = one.findings().quality();
        List<String> many = IntStream.rangeClosed(1, 20)
                .mapToObj(fork -> "fork " + fork + ": virtual (busy)")
                .toList();
        Findings findings = new Findings(
                one.findings().experiment(),
                SampleQuality.like(quality).notWarm(many).notes(List.of()).quality(),
                one.findings().rankings(),
                Map.of());
        String text = TerminalReport.of(
                new Report("t", "q", List.of(new ExperimentResult(one.evidence(), findings))),
                new TerminalReport.Style(120, false, false));
        assertThat(text.lines().filter(line -> line.startsWith("Not warm: ")))
                .containsExactly(
                        "Not warm: fork 1: virtual (busy)",
                        "Not warm: fork 2: virtual (busy)",
                        "Not warm: 18 more, each listed in the report");
    }

    @Test
    void narrowTablesLeaveWholeColumnsOutAndSayWhich() {
        List<String> lines = TerminalReport.of(ping, new TerminalReport.Style(80, false, false))
                .lines()
                .toList();
        assertThat(lines).anyMatch(line -> line.startsWith("Omitted at this width: "));
        assertThat(lines).hasSizeGreaterThan(15).allMatch(line -> line.codePointCount(0, line.length()) <= 80);
    }

    @Test
    void anInvalidRunSaysSoAndHasNoIntervals() {
        String text = TerminalReport.of(
                new Report("t", "q", List.of(SampleReports.invalid())), new TerminalReport.Style(120, false, false));
        assertThat(text)
                .contains("nothing may be concluded: environment")
                .contains("invalid")
                .doesNotContain("Infinity");
    }

    @Test
    void boldIsForHeadingsOnlyWhereAsked() {
        assertThat(TerminalReport.of(ping, new TerminalReport.Style(120, true, false)))
                .contains("\u001b[1mCPU per request, relative to selector (lower is better)\u001b[0m");
        assertThat(TerminalReport.of(ping, new TerminalReport.Style(120, false, false)))
                .doesNotContain("\u001b");
    }

    @Test
    void numbersHaveTheDigitsThatTheirIntervalBears() {
        assertThat(Numbers.figure(new Figure(12345.6, 12000, 12600, 5))).isEqualTo("12346 [12000, 12600]");
        assertThat(Numbers.figure(new Figure(100.31, 100.11, 100.52, 5))).isEqualTo("100.3 [100.1, 100.5]");
        assertThat(Numbers.ratio(new Figure(1.0021, 0.9940, 1.0103, 5))).isEqualTo("1.002 [0.994, 1.010]");
        assertThat(Numbers.figure(new Figure(3, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1)))
                .isEqualTo("3.00 (no interval: 1 fork)");
        assertThat(Numbers.figure(new Figure(Double.NaN, Double.NaN, Double.NaN, 0)))
                .isEqualTo("-");
        assertThat(Numbers.figure(new Figure(-0.0001, -0.01, 0.01, 5))).isEqualTo("0.000 [-0.010, 0.010]");
    }
}
