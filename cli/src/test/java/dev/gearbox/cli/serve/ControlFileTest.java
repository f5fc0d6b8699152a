package dev.gearbox.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers are looked up only in a folder that no other user can write to, although it is in the shared temporary directory. */
final class ControlFileTest {
    @TempDir
    private Path temporary = Path.of("");

    private static void open(Path folder, String permissions) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    }

    private static void isRefused(Path folder) {
        assertThatThrownBy(() -> ControlFile.found(folder))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(folder + " is not a folder that only you can use");
    }

    @Test
    void a_folder_of_our_own_is_looked_into() throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("ours"));
        open(folder, "rwx------");
        assertThat(ControlFile.found(folder)).isEmpty();
        assertThat(ControlFile.found(temporary.resolve("missing"))).isEmpty();
    }

    @Test
    void a_folder_that_others_can_use_is_refused() throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("all"));
        open(folder, "rwxrwxrwx");
        isRefused(folder);
        open(folder, "rwxr-x---");
        isRefused(folder);
    }

    @Test
    void a_link_is_refused_whatever_it_leads_to() throws IOException {
        Path ours = Files.createDirectory(temporary.resolve("ours"));
        open(ours, "rwx------");
        isRefused(Files.createSymbolicLink(temporary.resolve("link"), ours));
    }

    @Test
    void a_folder_of_another_user_is_refused_whatever_it_allows() throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("theirs"));
        open(folder, "rwx------");
        if ((int) Files.getAttribute(folder, "unix:uid") == 0) {
            Files.setAttribute(folder, "unix:uid", 65_534);
        } else {
            folder = Path.of(
                    "/root"); // without the right to change the owner of a folder, use one that belongs to another user
        }
        isRefused(folder);
    }
}
