package dev.gearbox.evidence.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.TestEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementControlsTest {
    private static final PlacementControl PASSED = new PlacementControl(true, "p50 1.00 [0.99, 1.01]");

    private final Experiment usual = TestEvidence.experiment(TestEvidence.design(5, 12), "selector", "virtual");
    private final Experiment shared = usual.placed(Placement.shared(List.of(0, 1)));

    @TempDir
    Path results;

    @Test
    void isFoundForItsPlacementAlone() {
        assertThat(PlacementControls.of(results, shared)).isEmpty();
        PlacementControls.put(results, shared, PASSED);
        assertThat(PlacementControls.of(results, shared)).contains(PASSED);
        assertThat(PlacementControls.of(results, usual.placed(Placement.shared(List.of(0, 1, 2)))))
                .isEmpty();
        assertThat(PlacementControls.of(results, usual)).isEmpty();
        PlacementControl failed = new PlacementControl(false, "p50 1.30");
        PlacementControls.put(results, shared, failed);
        assertThat(PlacementControls.of(results, shared)).contains(failed);
    }

    /** Results of an earlier version say nothing about single metrics. */
    @Test
    void readsFilesWithoutUnknownTimes() throws IOException {
        PlacementControl some = new PlacementControl(true, List.of("p99"), "p99 0.76 [0.39, 1.48]");
        Path file = PlacementControls.put(results, shared, some);
        assertThat(PlacementControls.of(results, shared)).contains(some);
        String text = Files.readString(file);
        String without = text.replaceAll("\"unknown\" : \\[[^]]*\\],", "");
        assertThat(without).isNotEqualTo(text);
        Files.writeString(file, without);
        assertThat(PlacementControls.of(results, shared)).contains(new PlacementControl(true, "p99 0.76 [0.39, 1.48]"));
    }

    /** Whether the A/A was made before the run or after it: the figures are the same. */
    @Test
    void countsForResultsOfBeforeToo() {
        Path folder;
        try (Archive archive = Archive.open(results, shared)) {
            folder = archive.folder();
            assertThat(archive.experiment().control()).isNull();
        }
        PlacementControls.put(results, shared, PASSED);
        assertThat(Archive.planned(folder).control()).isEqualTo(PASSED);
        try (Archive again = Archive.open(results, shared)) {
            assertThat(again.folder()).as("the same experiment").isEqualTo(folder);
            assertThat(again.experiment().control()).isEqualTo(PASSED);
        }
    }

    /** The folder of an experiment is enough for a report on it. */
    @Test
    void travelsWithTheResults(@TempDir Path elsewhere) throws IOException {
        PlacementControls.put(results, shared, PASSED);
        Path folder;
        try (Archive archive = Archive.open(results, shared)) {
            folder = archive.folder();
        }
        Path copy = Files.createDirectories(elsewhere.resolve("a/b"));
        Files.copy(folder.resolve("experiment.json"), copy.resolve("experiment.json"));
        assertThat(Archive.planned(copy).control()).isEqualTo(PASSED);
    }

    @Test
    void aPlacementIsAnotherExperiment() {
        assertThat(Archive.path(results, shared)).isNotEqualTo(Archive.path(results, usual));
        assertThat(Archive.path(results, shared.controlled(PASSED))).isEqualTo(Archive.path(results, shared));
        assertThat(Archive.path(results, shared.placed(null))).isEqualTo(Archive.path(results, usual));
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        Path file = PlacementControls.put(results, shared, PASSED);
        Files.writeString(file, "{");
        assertThatThrownBy(() -> PlacementControls.of(results, shared))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining(file + " cannot be read. Move it away");
    }
}
