package dev.gearbox.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gearbox cp}: what is printed, and the exit codes. What is copied, and how, has its tests where it is done. */
@Timeout(600)
final class CpCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private static int run(Screen screen, String... words) {
        return Main.run(screen.console(), words);
    }

    private Path tree() throws IOException {
        Path tree = Files.createDirectories(folder.resolve("tree/sub"));
        Files.writeString(tree.resolve("small"), "text");
        Files.write(tree.resolve("large"), new byte[3_000_000]);
        Files.createSymbolicLink(tree.resolve("link"), Path.of("small"));
        return folder.resolve("tree");
    }

    @Test
    void says_what_was_copied_and_a_second_time_that_it_is_kept() throws IOException {
        Path tree = tree();
        Path backup = Files.createDirectory(folder.resolve("backup"));
        Screen first = Screen.pipe();
        assertThat(run(first, "cp", tree.toString(), backup.toString(), "--verify"))
                .as(first.err())
                .isZero();
        assertThat(first.out()).startsWith("3 files copied, 0 kept; 3.00 MB in 2 folders, ");
        assertThat(first.err()).isEmpty();
        assertThat(backup.resolve("tree/sub/small")).hasContent("text");
        Screen second = Screen.pipe();
        assertThat(run(second, "cp", tree.toString(), backup.toString())).isZero();
        assertThat(second.out()).startsWith("0 files copied, 3 kept; ");
    }

    @Test
    void verbose_says_how_and_why() throws IOException {
        Screen screen = Screen.pipe();
        Path target = folder.resolve("new");
        assertThat(run(screen, "cp", tree().toString(), target.toString(), "--verbose", "--threads", "1"))
                .isZero();
        assertThat(screen.out())
                .contains("sub/small -> " + target + "/sub/small: ")
                .containsPattern(
                        "sub/large: (copy_file_range \\(large, within one file system|cloned \\(FICLONE\\) \\(the file system can)")
                .contains("sub/link: symbolic link (the source is one)");
    }

    @Test
    void what_is_left_out_is_said() throws Exception {
        Path tree = tree();
        assertThat(new ProcessBuilder("mkfifo", tree.resolve("pipe").toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        Screen refused = Screen.pipe();
        assertThat(run(refused, "cp", tree.toString(), folder.resolve("a").toString()))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).startsWith("gearbox: " + tree.resolve("pipe") + " is a pipe");
        Screen skipping = Screen.pipe();
        assertThat(run(
                        skipping,
                        "cp",
                        "--skip-special",
                        tree.toString(),
                        folder.resolve("a").toString()))
                .isZero();
        assertThat(skipping.out()).startsWith(tree.resolve("pipe") + " is left out: ");
    }

    @Test
    void what_cannot_be_copied_is_named_and_the_exit_code_says_so() throws IOException {
        Screen broken = Screen.pipe();
        // The system says that it has 4,096 bytes, and there are fewer.
        Path file = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
        file = Files.isReadable(file) ? file : Path.of("/sys/kernel/uevent_seqnum");
        assertThat(run(broken, "cp", file.toString(), folder.resolve("copy").toString()))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(broken.err())
                .startsWith("gearbox: " + file + " was not copied to ")
                .contains("1 not copied, for the reasons above. Run the same command again to resume");
        assertThat(folder.resolve("copy")).doesNotExist();
    }

    @Test
    void a_terminal_is_clean_at_the_end() throws IOException {
        Screen screen = Screen.terminal(100);
        assertThat(run(screen, "cp", tree().toString(), folder.resolve("new").toString()))
                .isZero();
        assertThat(screen.err())
                .satisfiesAnyOf(
                        err -> assertThat(err).isEmpty(), err -> assertThat(err).endsWith(Console.CLEAR));
    }
}
