package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A section has a text in each column of each row, and says something. */
class StudySectionTest {
    private static final List<String> SAID = List.of("It is flat.");

    @Test
    void has_as_many_texts_as_columns() {
        assertThat(new StudySection("Sizes", List.of("a", "b"), List.of(List.of("1", "2")), SAID).rows())
                .hasSize(1);
        assertThatThrownBy(() -> new StudySection("Sizes", List.of("a", "b"), List.of(List.of("1")), SAID))
                .hasMessage("Sizes: a row has not the 2 columns of the others");
    }

    @Test
    void says_something() {
        assertThatThrownBy(() -> new StudySection("Sizes", List.of(), List.of(), List.of()))
                .hasMessage("Sizes: says nothing");
    }
}
