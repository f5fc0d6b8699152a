package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** An arm that shows a bound is marked in the file of its experiment. */
class ReferenceTest {
    private static final Experiment PLAIN = MadeEvidence.of("a", "b").evidence().experiment();

    @Test
    void itSurvivesTheFile() {
        Experiment marked = PLAIN.referring(List.of("b", "unknown"));

        assertThat(marked.references()).containsExactly("b");
        assertThat(StrictJson.LINE.readValue(StrictJson.LINE.writeValueAsString(marked), Experiment.class))
                .isEqualTo(marked)
                .isNotEqualTo(PLAIN);
    }

    @Test
    void anEarlierFileHasNone() {
        String text = StrictJson.LINE.writeValueAsString(PLAIN);

        assertThat(text).doesNotContain("role");
        assertThat(StrictJson.LINE.readValue(text, Experiment.class).references())
                .isEmpty();
    }
}
