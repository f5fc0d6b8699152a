package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a value means on the machine of an experiment is in its title, beside the value. */
class MeaningTest {
    private static final Experiment PLAIN = MadeEvidence.of("a", "b").evidence().experiment();
    private static final Experiment MEANT = PLAIN.meaning(Map.of("connections", "few"));

    @Test
    void itIsShownBesideTheValue() {
        assertThat(MEANT.title()).isEqualTo("ping, connections 100 (few)");
        assertThat(MEANT.shown()).isEqualTo(Map.of("connections", "100 (few)"));
        assertThat(MEANT.parameters()).isEqualTo(PLAIN.parameters());
        assertThat(PLAIN.meaning(Map.of("connections", "100", "other", "x")).title())
                .isEqualTo(PLAIN.title());
    }

    @Test
    void itSurvivesTheFileAndOtherChanges() {
        assertThat(StrictJson.LINE.readValue(StrictJson.LINE.writeValueAsString(MEANT), Experiment.class))
                .isEqualTo(MEANT)
                .isNotEqualTo(PLAIN);
        assertThat(MEANT.leavingOut(List.of("c is left out: it is not here")).title())
                .isEqualTo(MEANT.title());
    }
}
