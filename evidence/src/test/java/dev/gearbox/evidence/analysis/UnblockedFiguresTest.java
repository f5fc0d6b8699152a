package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.TestEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnblockedFiguresTest {
    private static final Figure FIGURE = new Figure(1024.5, 1000, 1049, 3);

    @TempDir
    Path results;

    @Test
    void whatWasPutIsThereForTheSameMachineAndForNoOther() {
        UnblockedFigures figures = UnblockedFigures.open(results, "echo-server", TestEvidence.machine());
        assertThat(figures.of("idle-heap", "virtual")).isEmpty();
        figures.put("virtual", Map.of("idle-heap", FIGURE));

        assertThat(UnblockedFigures.open(results, "echo-server", TestEvidence.machine())
                        .of("idle-heap", "virtual"))
                .contains(FIGURE);
        assertThat(UnblockedFigures.open(results, "echo-server", otherBuild()).of("idle-heap", "virtual"))
                .isEmpty();
        assertThat(UnblockedFigures.open(results, "page-indexer", TestEvidence.machine())
                        .of("idle-heap", "virtual"))
                .isEmpty();
    }

    @Test
    void allAreFoundAndADamagedOneIsNamed() throws IOException {
        UnblockedFigures.open(results, "echo-server", TestEvidence.machine())
                .put("threads", Map.of("idle-stacks", FIGURE));
        UnblockedFigures.open(results, "echo-server", otherBuild()).put("threads", Map.of("idle-stacks", FIGURE));
        Path broken = results.resolve("echo-server").resolve("apart-0123456789ab.json");
        Files.writeString(broken, "{\"format\": 1, \"stu");
        List<String> damage = new ArrayList<>();
        assertThat(UnblockedFigures.find(results, damage))
                .hasSize(2)
                .allMatch(found -> found.all("idle-stacks").keySet().equals(Set.of("threads")));
        assertThat(damage)
                .singleElement()
                .asString()
                .contains(broken.toString())
                .contains("measured again");
    }

    @Test
    void aFormatThatIsNotKnownIsRefused() throws IOException {
        UnblockedFigures.open(results, "echo-server", TestEvidence.machine())
                .put("threads", Map.of("idle-stacks", FIGURE));
        try (Stream<Path> files = Files.list(results.resolve("echo-server"))) {
            Path file = files.findFirst().orElseThrow();
            Files.writeString(file, Files.readString(file).replaceFirst("\"format\" : 1", "\"format\" : 99"));
        }
        assertThatThrownBy(() -> UnblockedFigures.open(results, "echo-server", TestEvidence.machine()))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("format 99");
    }

    private static Machine otherBuild() {
        Machine machine = TestEvidence.machine();
        return new Machine(
                machine.cores(),
                machine.cpu(),
                machine.memoryMiB(),
                machine.os(),
                machine.kernel(),
                machine.jdk(),
                machine.congestionControl(),
                machine.descriptorLimit(),
                machine.version(),
                "ba9876543210",
                machine.pinning(),
                machine.serverFlags(),
                machine.generatorFlags());
    }
}
