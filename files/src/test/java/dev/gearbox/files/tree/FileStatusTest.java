package dev.gearbox.files.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The attributes of files are those that the JDK reports. */
final class FileStatusTest {
    @TempDir
    Path folder;

    @Test
    void every_kind_of_file_is_described_as_the_jdk_describes_it() throws IOException {
        FileCalls calls = new FileCalls();
        Path file = Files.write(folder.resolve("ümlaut"), new byte[5]);
        Files.setAttribute(file, "unix:mode", 04751);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("1969-12-31T23:59:58.123456789Z")));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        Path again = Files.createLink(folder.resolve("again"), file);
        for (Path each : List.of(file, link, again, folder, Path.of("/dev/null"))) {
            assertThat(UnixAttributes.of(NativeFile.status(calls, each)))
                    .as(each.toString())
                    .isEqualTo(UnixAttributes.of(each));
        }
        try (NativeFile open = NativeFile.read(calls, file)) {
            assertThat(open.status()).isEqualTo(NativeFile.status(calls, file));
        }
        assertThatThrownBy(() -> NativeFile.status(calls, folder.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
    }
}
