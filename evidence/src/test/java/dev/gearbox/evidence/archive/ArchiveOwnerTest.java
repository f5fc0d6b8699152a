package dev.gearbox.evidence.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.TestEvidence;
import java.io.File;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two processes never write to the folder of one experiment. */
@Timeout(120)
class ArchiveOwnerTest {
    private static final Experiment EXPERIMENT =
            TestEvidence.experiment(TestEvidence.design(5, 12), "selector", "virtual");

    /** Opens an archive and holds it until the process is killed; an argument makes it set the folder aside first. */
    static final class Other {
        private Other() {}

        public static void main(String[] words) throws Exception {
            if (words.length > 1) {
                Archive.setAside(Path.of(words[0]), EXPERIMENT);
            }
            try (Archive archive = Archive.open(Path.of(words[0]), EXPERIMENT)) {
                System.out.println(archive.folder());
                System.in.read();
            } catch (EvidenceException refused) {
                System.out.println("refused: " + refused.getMessage());
            }
        }
    }

    private static Process other(Path results, String... anew) throws Exception {
        String classPath = String.join(
                File.pathSeparator,
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                Other.class.getName(),
                results.toString()));
        command.addAll(List.of(anew));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void theSecondProcessIsToldWhoMeasuresAndOneThatWasKilledBlocksNobody(@TempDir Path results) throws Exception {
        Process other = other(results);
        try {
            Path folder = Path.of(String.valueOf(other.inputReader().readLine()));
            List<String> before = Files.readAllLines(folder.resolve("experiment.json"));
            assertThatThrownBy(() -> Archive.open(results, EXPERIMENT))
                    .isInstanceOf(EvidenceException.class)
                    .hasMessageContaining(
                            "another run is measuring this experiment (process " + other.pid() + ", since ")
                    .hasMessageContaining("--out");
            assertThatThrownBy(() -> Archive.setAside(results, EXPERIMENT)).isInstanceOf(EvidenceException.class);
            assertThat(Archive.read(folder).forks())
                    .as("reading is open to all")
                    .isEmpty();
            assertThat(Files.readAllLines(folder.resolve("experiment.json"))).isEqualTo(before);
        } finally {
            other.destroyForcibly().waitFor();
        }
        try (Archive ours = Archive.open(results, EXPERIMENT);
                Archive again = Archive.open(results, EXPERIMENT)) {
            assertThat(again.folder()).isEqualTo(ours.folder());
            assertThat(Files.readString(ours.folder().resolve("owner.lock")))
                    .startsWith("process " + ProcessHandle.current().pid() + ", since ");
        }
    }

    /** A file opened before another process set the folder aside belongs to the old folder and does not lock the new one. */
    @Test
    void aFolderThatIsSetAsideMeanwhileIsNotTaken(@TempDir Path results) throws Exception {
        Archive before = Archive.open(results, EXPERIMENT);
        before.close();
        Path file = before.folder().resolve("owner.lock");
        Object known = FolderLock.identity(file);
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.WRITE)) {
            Process other = other(results, "anew");
            try {
                assertThat(other.inputReader().readLine())
                        .isEqualTo(before.folder().toString());
                assertThatThrownBy(() -> FolderLock.lock(opened, file, known))
                        .isInstanceOf(EvidenceException.class)
                        .hasMessageContaining("another run has just set aside")
                        .hasMessageContaining("--out");
                assertThat(file).content().startsWith("process " + other.pid() + ", since ");
            } finally {
                other.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void whatOneProcessHasGivenUpAnotherMayTake(@TempDir Path results) throws Exception {
        Archive first = Archive.open(results, EXPERIMENT);
        Archive second = Archive.open(results, EXPERIMENT);
        first.close();
        Process refused = other(results);
        assertThat(refused.inputReader().readLine())
                .as("still ours")
                .startsWith("refused: another run is measuring this experiment (process "
                        + ProcessHandle.current().pid() + ", since ");
        assertThat(refused.waitFor()).isZero();
        second.close();
        Process other = other(results);
        try {
            assertThat(other.inputReader().readLine()).isEqualTo(second.folder().toString());
        } finally {
            other.destroyForcibly().waitFor();
        }
    }
}
