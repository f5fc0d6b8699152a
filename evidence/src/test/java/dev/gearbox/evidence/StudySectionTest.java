package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Every row has a text for each column, and there is at least one sentence. */
class StudySectionTest {
    private static final List<String> SAID = List.of("It is flat.");

    @Test
    void every_row_has_all_columns() {
        assertThat(new StudySection("Sizes", List.of("a", "b"), List.of(List.of("1", "2")), SAID).rows())
                .hasSize(1);
        assertThatThrownBy(() -> new StudySection("Sizes", List.of("a", "b"), List.of(List.of("1")), SAID))
                .hasMessage("Sizes: every row must have 2 columns");
    }

    @Test
    void a_section_without_a_sentence_is_refused() {
        assertThatThrownBy(() -> new StudySection("Sizes", List.of(), List.of(), List.of()))
                .hasMessage("Sizes: must have a sentence");
    }
}
