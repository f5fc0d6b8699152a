package dev.gearbox.files.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An open folder calls its files by their names, whatever happens to the path of the folder. */
final class NativeFolderTest {
    private final FileCalls calls = new FileCalls();

    @TempDir
    Path folder;

    private static byte[] bytes(String name) {
        return name.getBytes(UTF_8);
    }

    @Test
    void files_are_made_renamed_and_removed_by_name_even_after_the_folder_was_renamed() throws IOException {
        Path path = Files.createDirectory(folder.resolve("old"));
        Files.writeString(path.resolve("there"), "before");
        try (NativeFolder open = NativeFolder.open(calls, path)) {
            Path renamed = Files.move(path, folder.resolve("new"));
            open.create(bytes("part"), 0600).close();
            assertThat(Files.getPosixFilePermissions(renamed.resolve("part")))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            open.rename(bytes("part"), bytes("there"));
            assertThat(renamed.resolve("there")).isEmptyFile();
            assertThat(open.status(bytes("there"))).isEqualTo(NativeFile.status(calls, renamed.resolve("there")));
            assertThat(open.status()).isEqualTo(NativeFile.status(calls, renamed));
            open.removeIfThere(bytes("there"));
            open.removeIfThere(bytes("there"));
            assertThat(open.statusIfThere(bytes("there"))).isNull();
            assertThat(renamed).isEmptyDirectory();
        }
    }

    /** In memory, because not every file system has files without names. */
    @Test
    void a_file_without_a_name_vanishes_or_gets_one_that_no_other_file_has() throws IOException {
        Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "gearbox-test");
        Path taken = memory.resolve("taken");
        Path free = memory.resolve("free");
        Path other = memory.resolve("other");
        try (NativeFolder open = NativeFolder.open(calls, memory)) {
            try (NativeFile file = Objects.requireNonNull(open.createUnnamed(0640))) {
                Files.writeString(file.path(), "text");
                assertThat(memory).isEmptyDirectory();
            }
            assertThat(memory).isEmptyDirectory();
            Files.writeString(taken, "before");
            try (NativeFile file = Objects.requireNonNull(open.createUnnamed(0640))) {
                Files.writeString(file.path(), "text");
                assertThat(open.link(file, bytes("taken"))).isEqualTo(NativeFolder.Linked.TAKEN);
                assertThat(open.link(file, bytes("free"))).isEqualTo(NativeFolder.Linked.DONE);
            }
            // As on older kernels without privileges.
            try (NativeFile file = Objects.requireNonNull(open.createUnnamed(0640))) {
                Files.writeString(file.path(), "other text");
                assertThat(open.linkByPath(file, bytes("taken"))).isEqualTo(NativeFolder.Linked.TAKEN);
                assertThat(open.linkByPath(file, bytes("other"))).isEqualTo(NativeFolder.Linked.DONE);
            }
            assertThat(taken).hasContent("before");
            assertThat(free).hasContent("text");
            assertThat(other).hasContent("other text");
            assertThat(NativeFile.status(calls, free).links()).isEqualTo(1);
        } finally {
            Files.deleteIfExists(taken);
            Files.deleteIfExists(free);
            Files.deleteIfExists(other);
            Files.delete(memory);
        }
    }

    @Test
    void what_does_not_work_is_thrown_as_the_jdk_throws_it() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        Files.writeString(folder.resolve("file"), "");
        try (NativeFolder open = NativeFolder.open(calls, folder)) {
            byte[] none = bytes("none");
            byte[] sub = bytes("sub");
            assertThatThrownBy(() -> open.status(none)).isInstanceOf(NoSuchFileException.class);
            assertThatThrownBy(() -> open.read(none)).isInstanceOf(NoSuchFileException.class);
            assertThatThrownBy(() -> open.rename(none, sub)).isInstanceOf(NoSuchFileException.class);
            assertThatThrownBy(() -> open.create(sub, 0600)).isInstanceOf(FileAlreadyExistsException.class);
            assertThatThrownBy(() -> open.rename(bytes("file"), sub))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining("Is a directory");
            assertThatThrownBy(() -> open.removeIfThere(sub)).isInstanceOf(FileSystemException.class);
        }
        assertThatThrownBy(() -> NativeFolder.open(calls, folder.resolve("file")))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("Not a directory");
        assertThatThrownBy(() -> NativeFolder.open(calls, folder.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void names_are_the_bytes_that_the_system_has() throws IOException {
        assertThat(PathBytes.name(Path.of("a/b.c"))).isEqualTo(bytes("b.c"));
        assertThat(PathBytes.name(Path.of("b"))).isEqualTo(bytes("b"));
        assertThat(PathBytes.name(Path.of("ü/b"))).isEqualTo(bytes("b"));
        Path odd = Files.createDirectory(folder.resolve("odd"));
        byte[] name = {'%', (byte) 0xff, ' ', (byte) 0xc3, (byte) 0xbc};
        try (NativeFolder open = NativeFolder.open(calls, odd)) {
            open.create(name, 0600).close();
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(odd)) {
            for (Path child : children) {
                assertThat(PathBytes.name(child)).isEqualTo(name);
                assertThat(PathBytes.resolve(odd, name)).isEqualTo(child);
                assertThat(NativeFile.status(calls, child).size()).isZero();
                Files.delete(child);
                Files.createDirectory(child);
                assertThat(PathBytes.name(child)).isEqualTo(name);
                assertThat(PathBytes.of(child)).endsWith(name);
            }
        }
    }

    @Test
    void all_names_of_a_folder_are_found_however_many_and_long() throws IOException {
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 1000; i++) {
            String name = i + "x".repeat(i % 250);
            Files.createFile(folder.resolve(name));
            expected.add(name);
        }
        Files.createDirectory(folder.resolve("..."));
        Files.createSymbolicLink(folder.resolve(".a"), Path.of("nowhere"));
        expected.addAll(List.of("...", ".a"));
        try (NativeFolder open = NativeFolder.openToList(calls, folder)) {
            List<String> names =
                    open.names().stream().map(name -> new String(name, UTF_8)).toList();
            assertThat(names).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void a_path_that_is_too_long_is_an_error_of_the_system() {
        Path endless = folder.resolve("a/".repeat(3000));
        assertThatThrownBy(() -> NativeFile.status(calls, endless))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("File name too long");
    }
}
