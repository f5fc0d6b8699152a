package dev.gearbox.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Arm;
import dev.gearbox.report.Report;
import dev.gearbox.report.Result;
import dev.gearbox.report.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What results are called. */
class ComposeTest {
    private static List<String> titles(Result... results) {
        return Compose.of(new Report("a title", "a question?", List.of(results))).cells().stream()
                .map(Document.Cell::title)
                .toList();
    }

    @Test
    void resultsOfOneCellAreToldApartByTheirFirstArms() {
        Result one = Samples.ping(100);
        List<String> arms =
                one.evidence().experiment().arms().stream().map(Arm::label).toList();

        assertThat(titles(one, Samples.ping(1000)))
                .containsExactly(
                        one.evidence().experiment().title(),
                        Samples.ping(1000).evidence().experiment().title());
        assertThat(arms).hasSizeGreaterThan(4);
        assertThat(titles(one, one))
                .containsOnly(one.evidence().experiment().title() + " (" + String.join(", ", arms.subList(0, 3))
                        + " and " + (arms.size() - 3) + " more)");
    }
}
