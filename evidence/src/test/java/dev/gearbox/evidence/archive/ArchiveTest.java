package dev.gearbox.evidence.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Spread;
import dev.gearbox.evidence.TestEvidence;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Metric;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
    private final Experiment experiment =
            TestEvidence.experiment(TestEvidence.design(5, 12), "selector", "virtual & co?x=1");

    @TempDir
    Path results;

    private Archive measured(int blocks) {
        Archive archive = Archive.open(results, experiment);
        archive.append(1, List.of(TestEvidence.launch(1, 1)), List.of());
        for (int block = 1; block <= blocks; block++) {
            archive.append(
                    1,
                    TestEvidence.block(experiment, 1, block),
                    List.of(TestEvidence.times(block, 100), TestEvidence.times(7, 9)));
        }
        return archive;
    }

    @Test
    void whatWasWrittenIsRead() {
        Archive archive = measured(2);
        archive.append(1, List.of(new ForkEvent.ForkDone(1)), List.of());

        Evidence evidence = Archive.read(archive.folder());

        assertThat(evidence.experiment()).isEqualTo(experiment);
        assertThat(evidence.damage()).isEmpty();
        Evidence.Fork fork = evidence.forks().getFirst();
        assertThat(fork.done()).isTrue();
        assertThat(fork.slices()).hasSize(4);
        Slice slice = fork.slices().get(2);
        assertThat(slice).isEqualTo(TestEvidence.slice(1, 2, 1, "selector", 10));
        assertThat(fork.times(slice).of(TimeHistograms.Kind.RESPONSE).getMinNonZeroValue())
                .isEqualTo(2);
        assertThat(fork.times(fork.slices().get(3))
                        .of(TimeHistograms.Kind.RESPONSE)
                        .getMaxValue())
                .isEqualTo(9);
        assertThat(fork.times(slice).of(TimeHistograms.Kind.STALLED).getTotalCount())
                .isZero();
    }

    @Test
    void whoCouldNotTakePartIsRead() {
        List<String> others = List.of("uring is left out: the kernel has it switched off");
        Archive archive = Archive.open(results, experiment.leavingOut(others));
        assertThat(Archive.read(archive.folder()).experiment().leftOut()).isEqualTo(others);
        assertThat(archive.folder())
                .as("arms left out do not make it a different experiment")
                .isEqualTo(Archive.open(results, experiment).folder());
    }

    /** Written once, by the first build with format 2: every later version must be able to read it. */
    @Test
    void readsAnExperimentOfFormat2() {
        Evidence evidence = Archive.read(Path.of("src/test/resources/dev/gearbox/evidence/format-2"));
        assertThat(evidence.damage()).isEmpty();
        assertThat(evidence.experiment().title()).isEqualTo("ping, connections 10, bytes 64, rate 10000");
        assertThat(evidence.experiment().design().objective()).isNull();
        assertThat(evidence.experiment().leftOut()).isEmpty();
        Evidence.Fork fork = evidence.forks().getFirst();
        assertThat(fork.done()).isTrue();
        assertThat(fork.all(ForkEvent.Ceiling.class)).hasSize(1);
        assertThat(fork.all(ForkEvent.Warmed.class)).hasSize(2);
        assertThat(fork.slices()).hasSize(4).allSatisfy(slice -> {
            assertThat(slice.traffic().answered()).isBetween(8_000L, 10_000L);
            assertThat(fork.times(slice).of(TimeHistograms.Kind.RESPONSE).getTotalCount())
                    .isPositive();
        });
        assertThat(Analysis.of(evidence).by(Metric.CPU)).isPresent();
    }

    @Test
    void aTourWithOneSpreadForAllArmsIsReadAsAModeratedOne() throws IOException {
        Archive archive = measured(1);
        Path file = archive.folder().resolve("experiment.json");
        Files.writeString(
                file, Files.readString(file).replaceFirst("(\"sentinel\" : \\w+)", "$1, \"spread\" : \"POOLED\""));

        assertThat(Archive.read(archive.folder()).experiment().design().spread())
                .isEqualTo(Spread.MODERATED);
    }

    @Test
    void theSameExperimentFindsItsFolderAndAnotherDoesNot() {
        Path folder = Archive.path(results, experiment);

        assertThat(Archive.path(
                        results, TestEvidence.experiment(TestEvidence.design(20, 12), "selector", "virtual & co?x=1")))
                .as("more forks continue the same experiment")
                .isEqualTo(folder);
        assertThat(Archive.path(
                        results, TestEvidence.experiment(TestEvidence.design(5, 6), "selector", "virtual & co?x=1")))
                .isNotEqualTo(folder);
        assertThat(Archive.path(results, TestEvidence.experiment(TestEvidence.design(5, 12), "selector")))
                .isNotEqualTo(folder);
        assertThat(Archive.path(results, experiment.meaning(Map.of("connections", "few"))))
                .isEqualTo(folder);
        assertThat(folder.getFileName().toString()).startsWith("ping-connections=100-");
    }

    @Test
    void slicesWithoutTheEndOfTheirBlockDoNotCount() {
        Archive archive = measured(1);
        List<ForkEvent> cutOff = TestEvidence.block(experiment, 1, 2);
        archive.append(1, cutOff.subList(0, 2), List.of(TestEvidence.times(1), TestEvidence.times(1)));

        assertThat(Archive.read(archive.folder()).forks().getFirst().slices()).allMatch(slice -> slice.block() == 1);

        archive.append(1, List.of(TestEvidence.launch(1, 2)), List.of());
        archive.append(1, cutOff, List.of(TestEvidence.times(5), TestEvidence.times(6)));
        Evidence evidence = Archive.read(archive.folder());
        Evidence.Fork fork = evidence.forks().getFirst();
        assertThat(fork.slices()).hasSize(4);
        assertThat(fork.times(fork.slices().get(2))
                        .of(TimeHistograms.Kind.RESPONSE)
                        .getMaxValue())
                .as("of the second try")
                .isEqualTo(5);
        assertThat(evidence.damage()).isEmpty();
    }

    @Test
    void aLineThatWasCutOffWithTheLabLosesNoFinishedBlock() throws IOException {
        Archive archive = measured(2);
        for (String name : List.of("fork-01.jsonl", "fork-01.hlog")) {
            Path file = archive.folder().resolve(name);
            byte[] whole = Files.readAllBytes(file);
            Files.writeString(file, new String(whole, 0, 40, StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        }

        Archive again = Archive.open(results, experiment);
        again.append(1, List.of(TestEvidence.launch(1, 2)), List.of());
        again.append(1, TestEvidence.block(experiment, 1, 3), List.of(TestEvidence.times(1), TestEvidence.times(1)));

        Evidence evidence = Archive.read(again.folder());
        assertThat(evidence.damage()).isEmpty();
        assertThat(evidence.forks().getFirst().all(ForkEvent.BlockDone.class)).hasSize(3);
        assertThat(evidence.forks().getFirst().slices()).hasSize(6);
    }

    @Test
    void aDamagedLineIsNamedAndTheRestCounts() throws IOException {
        Archive archive = measured(3);
        Path log = archive.folder().resolve("fork-01.hlog");
        List<String> lines = Files.readAllLines(log);
        assertThat(lines.get(4)).startsWith("Tag=b2.a1.response");
        lines.set(4, lines.get(4).replace("Tag=b2.a1.response", "Tag=b2.a9.response"));
        Files.write(log, lines);
        Path diary = archive.folder().resolve("fork-01.jsonl");
        Files.writeString(diary, "{\"entry\":\"measured\",\"slice\":{}}\n", StandardOpenOption.APPEND);

        Evidence evidence = Archive.read(archive.folder());

        assertThat(evidence.forks().getFirst().slices())
                .extracting(Slice::block)
                .containsExactly(1, 1, 3, 3);
        assertThat(evidence.damage())
                .anyMatch(said -> said.contains("fork-01.hlog, line 5"))
                .anyMatch(said -> said.contains("block 2 lacks"))
                .anyMatch(said -> said.contains("fork-01.jsonl, line 11"));
    }

    @Test
    void aDamagedExperimentIsSetAsideAndItsForksGoOn() throws IOException {
        Archive archive = measured(2);
        Files.writeString(archive.folder().resolve("experiment.json"), "{\"format\": 2, \"study\"");
        assertThatThrownBy(() -> Archive.read(archive.folder()))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("experiment.json is damaged");

        Archive again = Archive.open(results, experiment);

        assertThat(again.damage()).singleElement().asString().contains("set aside as experiment.json.damaged-1");
        assertThat(again.evidence().forks().getFirst().slices()).hasSize(4);
        try (Stream<Path> files = Files.list(again.folder())) {
            assertThat(files).anyMatch(file -> file.endsWith("experiment.json.damaged-1"));
        }
    }

    @Test
    void anExperimentOfAnotherFormatOrWithAnUnknownKeyIsRefused() throws IOException {
        Path folder = measured(1).folder();
        Path file = folder.resolve("experiment.json");
        String text = Files.readString(file);

        Files.writeString(file, text.replace("\"format\" : 2", "\"format\" : 99"));
        assertThatThrownBy(() -> Archive.read(folder)).hasMessageContaining("format 99, known is 2");
        Files.writeString(file, text.replace("\"study\"", "\"sturdy\""));
        assertThatThrownBy(() -> Archive.read(folder)).hasMessageContaining("sturdy");
    }

    @Test
    void aTourOfAnEarlierVersionIsRefusedInALine(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("2026-11-21T10-15-00-tour-1f3a"));
        assertThatThrownBy(() -> Archive.find(root))
                .isInstanceOf(EvidenceException.class)
                .hasMessageEndingWith(
                        "of an earlier version, which this version does not read. Measure again: gearbox run");
    }

    @Test
    void resultsAreFoundBelowAFolderAndTheirAbsenceSaysWhatToDo() {
        Path folder = measured(1).folder().toAbsolutePath();

        assertThat(Archive.find(results)).containsExactly(folder);
        assertThat(Archive.find(folder)).containsExactly(folder);
        assertThatThrownBy(() -> Archive.find(results.resolve("nothing"))).hasMessageContaining("name a folder");
        assertThatThrownBy(() -> Archive.find(Files.createDirectory(results.resolve("empty"))))
                .hasMessageContaining("there are no results")
                .hasMessageContaining("gearbox run");
    }
}
