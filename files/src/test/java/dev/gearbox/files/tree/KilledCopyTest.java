package dev.gearbox.files.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A copy that is killed at random moments, or cannot write any more: final names have complete files only, and the next copy continues. */
@Timeout(1800)
@Tag("deep")
final class KilledCopyTest {
    private static final int KILLS = Boolean.getBoolean("gearbox.deep") ? 50 : 3;
    private static final int FILES = 1500;

    @TempDir
    Path folder;

    private static Process child(String prefix, Path source, Path target, String... again) throws IOException {
        String path = String.join(
                File.pathSeparator,
                "target/test-classes",
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                prefix + "exec \"$0\" \"$@\"",
                java,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                path,
                CopyChild.class.getName(),
                source.toString(),
                target.toString()));
        command.addAll(List.of(again));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void whatever_the_moment_final_names_have_whole_files_and_the_next_copy_completes_it() throws Exception {
        Random random = new Random(Long.getLong("gearbox.seed", 42));
        Path source = TestTree.make(folder.resolve("source"));
        // Adding files changes the times of folders, which the copy preserves all the same.
        for (int i = 0; i < FILES; i++) {
            Path sub = Files.createDirectories(source.resolve("many/" + i % 20));
            TestTree.file(sub.resolve("file-" + i), random.nextInt(20_000));
        }
        Path target = folder.resolve("target");
        for (int kill = 0; kill < KILLS; kill++) {
            // A copy that replaces a file has a temporary name, and others have none.
            Process process = kill % 3 == 1 ? child("", source, target, "again") : child("", source, target);
            try (BufferedReader said = process.inputReader()) {
                // The limit grows with each copy, because existing files are printed as well.
                int lines = random.nextInt((kill + 1) * FILES / KILLS);
                String line = said.readLine();
                for (int i = 0; i < lines && line != null; i++) {
                    line = said.readLine();
                }
                assertThat(line).as("what it said before it was killed").isNotNull();
                process.destroyForcibly().waitFor();
            }
            requireWhole(source, target);
        }
        TreeCopy.run(List.of(source), target, CopyOptions.DEFAULT, CopyListener.NONE);
        assertThat(TestTree.describe(target)).isEqualTo(TestTree.describe(source));
        assertThat(TestTree.parts(folder)).isEmpty();
    }

    /** The system limits the size of files, as on a full disk. */
    @Test
    void what_cannot_be_written_to_its_end_is_not_there() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        TestTree.file(source.resolve("small"), 1_000);
        TestTree.file(source.resolve("large"), 3_000_000);
        Path target = folder.resolve("target");
        Process process = child("ulimit -f 1000; ", source, target);
        try (BufferedReader said = process.inputReader()) {
            assertThat(said.lines())
                    .containsExactly(
                            "begun",
                            "READ_WRITE small",
                            source.resolve("large") + " was not copied to " + target.resolve("large")
                                    + ": File too large",
                            "copied 1");
        }
        assertThat(process.waitFor()).isZero();
        assertThat(target.resolve("large")).doesNotExist();
        assertThat(target.resolve("small")).hasSize(1_000);
        assertThat(TestTree.parts(folder)).isEmpty();
    }

    /** A copy is created with its final permissions if it can be; what the umask takes away is added afterwards. */
    @Test
    void permissions_do_not_depend_on_the_umask() throws Exception {
        Path source = TestTree.make(folder.resolve("source"));
        Path target = folder.resolve("target");
        Process process = child("umask 077; ", source, target);
        try (BufferedReader said = process.inputReader()) {
            assertThat(said.lines()).contains("copied 12");
        }
        assertThat(process.waitFor()).isZero();
        assertThat(TestTree.describe(target)).isEqualTo(TestTree.describe(source));
    }

    private static void requireWhole(Path source, Path target) throws IOException {
        if (!Files.exists(target)) {
            return;
        }
        try (Stream<Path> all = Files.walk(target)) {
            for (Path path : all.filter(Files::isRegularFile)
                    .filter(path -> !PartNames.isPart(path))
                    .toList()) {
                assertThat(Files.mismatch(path, source.resolve(target.relativize(path))))
                        .as(path.toString())
                        .isEqualTo(-1);
            }
        }
    }
}
