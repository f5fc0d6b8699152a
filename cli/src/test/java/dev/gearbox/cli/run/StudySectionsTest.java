package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.report.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

/** A report has what each study computes from its own results. */
class StudySectionsTest {
    @TempDir
    private Path folder = Path.of(".");

    /** A study that counts its results. */
    private record Counting(String name) implements StudyProvider {
        @Override
        public Study study() {
            return new Study(name, "How many?", List.of());
        }

        @Override
        public Subject subject(Condition cell, Claim.Contender contender) {
            throw new UnsupportedOperationException("nothing is measured");
        }

        @Override
        public Optional<String> absence(String label) {
            return Optional.empty();
        }

        @Override
        public List<StudySection> sections(List<Findings> results) {
            return List.of(new StudySection(name, List.of(), List.of(), List.of(results.size() + " results")));
        }
    }

    private Path measured(String study, String workload) {
        Experiment experiment = new Experiment(
                Experiment.FORMAT,
                study,
                workload,
                "made, not measured",
                Map.of(),
                "echo",
                Map.of(),
                "open",
                JsonNodeFactory.instance.objectNode(),
                List.of(new Arm("a", List.of())),
                "a",
                new Design("made", 1, 1, 0.1, 1, 1, 0.05, 0.95, List.of(1), false),
                new Machine(4, "", 0, "", "", "", "", 0, "", "", "nothing pinned", List.of(), List.of()),
                1);
        try (Archive archive = Archive.open(folder, experiment)) {
            archive.append(1, List.of(new ForkEvent.ForkDone(1)), List.of());
            return archive.folder();
        }
    }

    @Test
    void each_study_gets_its_own_results() {
        Studies known = Studies.of(new Counting("one"), new Counting("two"), new Counting("absent"));
        measured("one", "w");
        Path last = measured("two", "w");
        measured("one", "v");
        measured("unknown", "w");
        Report all = ReportBuilder.of(known, folder);
        assertThat(all.sections())
                .extracting(
                        section -> section.title() + ": " + section.sentences().getFirst())
                .containsExactlyInAnyOrder("one: 2 results", "two: 1 results");
        assertThat(ReportBuilder.of(known, folder, List.of(last)).sections())
                .extracting(StudySection::title)
                .containsExactly("two");
    }
}
