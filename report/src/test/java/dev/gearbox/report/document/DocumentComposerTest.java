package dev.gearbox.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Arm;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.Report;
import dev.gearbox.report.SampleReports;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The titles of results. */
class DocumentComposerTest {
    private static List<String> titles(ExperimentResult... results) {
        return DocumentComposer.of(new Report("a title", "a question?", List.of(results))).cells().stream()
                .map(Document.CellSection::title)
                .toList();
    }

    @Test
    void resultsOfOneCellAreToldApartByTheirFirstArms() {
        ExperimentResult one = SampleReports.ping(100);
        List<String> arms =
                one.evidence().experiment().arms().stream().map(Arm::label).toList();

        assertThat(titles(one, SampleReports.ping(1000)))
                .containsExactly(
                        one.evidence().experiment().title(),
                        SampleReports.ping(1000).evidence().experiment().title());
        assertThat(arms).hasSizeGreaterThan(4);
        assertThat(titles(one, one))
                .containsOnly(one.evidence().experiment().title() + " (" + String.join(", ", arms.subList(0, 3))
                        + " and " + (arms.size() - 3) + " more)");
    }
}
