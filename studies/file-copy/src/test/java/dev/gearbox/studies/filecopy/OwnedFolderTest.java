package dev.gearbox.studies.filecopy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A folder belongs to its owner exactly as long as the owner runs. */
@Timeout(600)
final class OwnedFolderTest {
    @TempDir
    Path parent;

    @Test
    void it_is_gone_when_it_is_closed() throws IOException {
        try (OwnedFolder folder = OwnedFolder.in(parent)) {
            Files.createDirectories(folder.path().resolve("a/b"));
            Files.writeString(folder.path().resolve("a/b/c"), "text");
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void one_that_is_in_use_is_left_alone() throws IOException {
        try (OwnedFolder first = OwnedFolder.in(parent);
                OwnedFolder second = OwnedFolder.in(parent)) {
            assertThat(first.path()).isDirectory().isNotEqualTo(second.path());
        }
    }

    /** A killed child cannot remove its folder. */
    @Test
    void one_whose_owner_was_killed_is_removed_by_the_next_and_not_before() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        String.join(
                                File.pathSeparator,
                                "target/test-classes",
                                System.getProperty("jdk.module.path", ""),
                                System.getProperty("java.class.path", "")),
                        Owner.class.getName(),
                        parent.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            Path owned = Path.of(said.readLine());
            assertThat(owned).isDirectory();
            OwnedFolder.in(parent).close();
            assertThat(owned.resolve("file")).exists();
            child.destroyForcibly().waitFor();
            OwnedFolder.in(parent).close();
            assertThat(owned).doesNotExist();
        } finally {
            child.destroyForcibly();
        }
        try (Stream<Path> left = Files.list(parent)) {
            assertThat(left.toList()).isEqualTo(List.of());
        }
    }

    /** Owns a folder until it is killed. */
    static final class Owner {
        private Owner() {}

        public static void main(String[] arguments) throws IOException {
            OwnedFolder folder = OwnedFolder.in(Path.of(arguments[0]));
            Files.writeString(folder.path().resolve("file"), "text");
            System.out.println(folder.path());
            var end = System.in.read();
            System.err.println("killed before it read " + end);
        }
    }
}
