package dev.gearbox.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.report.SampleQuality;
import dev.gearbox.report.SampleReports;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every form of a report states which arms are missing. */
class ExcludedTest {
    @Test
    void whoCouldNotRunThereIsNamedWithTheReason() {
        Evidence whole = SampleReports.ping(100).evidence();
        String why = "uring is left out: the kernel has it switched off";
        Evidence without = new Evidence(whole.experiment().leavingOut(List.of(why)), whole.forks(), whole.damage());
        assertThat(Excluded.of(whole, Analysis.of(whole))).doesNotContain(why);
        assertThat(Excluded.of(without, Analysis.of(without))).contains(why);
    }

    /** Errors by kind, metrics without a verdict: what the analysis has to say is in every form of a report. */
    @Test
    void theNotesOfTheAnalysisAreSaid() {
        Evidence whole = SampleReports.ping(100).evidence();
        Findings findings = SampleReports.ping(100).findings();
        String note = "epoll: errors in kept blocks: reset 3";
        Quality of = findings.quality();
        Quality noted = SampleQuality.like(of).notes(List.of(note)).quality();
        assertThat(Excluded.of(whole, findings)).doesNotContain(note);
        assertThat(Excluded.of(
                        whole, new Findings(findings.experiment(), noted, findings.rankings(), findings.unfit())))
                .contains(note);
    }
}
