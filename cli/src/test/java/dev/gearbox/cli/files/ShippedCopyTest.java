package dev.gearbox.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Programs;
import dev.gearbox.cli.Shipped;
import dev.gearbox.cli.Shipped.Running;
import dev.gearbox.cli.Shipped.Said;
import dev.gearbox.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code gearbox cp} as shipped, where it is stopped or the system refuses: one clear line, the right exit code, nothing lost, and no part of a file under
 * a final name. File systems that are full or read-only are small ones in memory, mounted in a namespace of their own.
 */
@Timeout(900)
final class ShippedCopyTest {
    private static final int MANY = 5_000;
    private static final String OWN_MOUNTS = "unshare --map-root-user --mount ";

    @TempDir
    private Path folder = Path.of("");

    @TempDir
    private Path temporary = Path.of("");

    @BeforeAll
    static void begin(@TempDir Path first) throws IOException, InterruptedException {
        Shipped.begin();
        // The first start creates the AOT cache and prints a message about it.
        try (Running engines = Shipped.start(first, first, "engines")) {
            assertThat(engines.ended().code()).isZero();
        }
    }

    @AfterAll
    static void end() throws IOException {
        Shipped.end();
    }

    @BeforeEach
    void tree() throws IOException {
        Path tree = Files.createDirectories(folder.resolve("tree/sub"));
        Files.writeString(tree.resolve("one"), "new");
        Files.writeString(tree.resolve("two"), "text");
        Files.createDirectory(folder.resolve("target"));
    }

    private Said run(String script) throws IOException, InterruptedException {
        try (Running running = Shipped.shell(folder, temporary, script)) {
            return running.ended();
        }
    }

    /** Returns whether this user may have namespaces; a container may forbid them, and then there is no file system to fill or to write-protect. */
    private boolean mayMount() throws IOException, InterruptedException {
        Said said = run(OWN_MOUNTS + "true");
        if (said.code() != 0) {
            System.err.println("not tested on full and read-only file systems, because: " + said.err());
        }
        return said.code() == 0;
    }

    /** Runs a script with the folder {@code target} on a file system of its own. */
    private Said mounted(String options, String script) throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("mounted.sh"), "mount -t tmpfs -o " + options + " none target || exit 99\n" + script);
        return run(OWN_MOUNTS + "sh mounted.sh");
    }

    /** Root may read everything, except what belongs to a user that its namespace does not know. */
    private String makeUnreadable(Path file) throws IOException {
        if (System.getProperty("user.name").equals("root")) {
            Files.setAttribute(file, "unix:uid", 4711);
            Files.setAttribute(file, "unix:mode", Files.isDirectory(file) ? 0700 : 0600);
            return "unshare --map-root-user ";
        }
        Files.setAttribute(file, "unix:mode", 0);
        return "";
    }

    private Said bench(String words) throws IOException, InterruptedException {
        return run(Programs.java() + " -XX:TieredStopAtLevel=1 -p "
                + Programs.root().resolve("cli/target/app")
                + " --enable-native-access=dev.gearbox.files,dev.gearbox.engines.linux"
                + " -m dev.gearbox.bench/dev.gearbox.bench.PairedCopy " + words);
    }

    @Test
    void the_benchmark_compares_it_with_cp_and_leaves_nothing() throws Exception {
        Said said = bench("--in target --mib 2 --files 150 --blocks 2");
        assertThat(said.code()).as(said.err()).isZero();
        String times = " +-?\\d+\\.\\d+ +\\d+\\.\\d+   ";
        String ratio = "(\\d.*\\[.*\\]: (at most|more than|undecided against) 1\\.0[05]|none: a start took .*)";
        assertThat(said.out().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("a file of 2 MiB, in ")
                                .endsWith("/target; 2 blocks"),
                        line -> assertThat(line).contains("ratio without the start"),
                        line -> assertThat(line).matches("cp" + times + "1"),
                        line -> assertThat(line).matches("gearbox cp" + times + ratio),
                        line -> assertThat(line).startsWith("a tree of 150 files of 4 KiB, in "),
                        line -> assertThat(line).contains("ratio without the start"),
                        line -> assertThat(line).matches("cp -r" + times + "1"),
                        line -> assertThat(line).matches("gearbox cp" + times + ratio));
        assertThat(folder.resolve("target")).isEmptyDirectory();
    }

    @Test
    void the_benchmark_refuses_what_it_does_not_know() throws Exception {
        for (String wrong : List.of("--blocks 1", "--blocks", "--mib x", "forest")) {
            Said said = bench(wrong);
            assertThat(said.code()).as(wrong).isEqualTo(ExitCode.REFUSED);
            assertThat(said.err()).startsWith("PairedCopy [--in FOLDER]").hasLineCount(1);
        }
        Said nowhere = bench("--in nowhere");
        assertThat(nowhere.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(nowhere.err()).isEqualTo("there is no folder nowhere. Give an existing one: --in FOLDER\n");
    }

    /** Half of the time of a copy of small files was the optimizing compiler's, which competes with the copying threads. */
    @Test
    void it_runs_without_the_optimizing_compiler_unless_told_otherwise() throws Exception {
        String print = "GEARBOX_OPTS='-XX:+PrintFlagsFinal ";
        Said usual = run(print + "' ./gearbox cp tree copy");
        assertThat(usual.code()).as(usual.err()).isZero();
        assertThat(usual.out()).containsPattern(" TieredStopAtLevel += 1 ");
        Said told = run(print + "-XX:TieredStopAtLevel=4' ./gearbox cp tree another");
        assertThat(told.code()).as(told.err()).isZero();
        assertThat(told.out()).containsPattern(" TieredStopAtLevel += 4 ");
        Said other = run(print + "' ./gearbox engines");
        assertThat(other.out()).containsPattern(" TieredStopAtLevel += 4 ");
    }

    @Test
    void a_source_that_may_not_be_read_is_named_and_nothing_is_made() throws Exception {
        String as = makeUnreadable(folder.resolve("tree/sub/two"));
        if (!as.isEmpty() && !mayMount()) {
            return;
        }
        Said file = run(as + "./gearbox cp tree copy");
        assertThat(file.err())
                .isEqualTo(
                        "gearbox: cannot read tree/sub/two: permission denied. Change its permissions, or leave it out\n");
        assertThat(file.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(makeUnreadable(folder.resolve("tree/sub"))).isEqualTo(as);
        Said inside = run(as + "./gearbox cp tree copy");
        assertThat(inside.err())
                .isEqualTo(
                        "gearbox: cannot read tree/sub: permission denied. Change its permissions, or leave it out\n");
        assertThat(inside.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(folder.resolve("copy")).doesNotExist();
        Files.setAttribute(folder.resolve("tree/sub"), "unix:mode", 0700);
    }

    @Test
    void a_read_only_file_system_stays_as_it_is() throws Exception {
        if (!mayMount()) {
            return;
        }
        Said said = mounted("size=8m", """
                echo old >target/one
                mount -o remount,ro target
                ./gearbox cp tree/sub/one target; echo "file: $?"
                ./gearbox cp tree target; echo "tree: $?"
                find target -type f; cat target/one
                """);
        assertThat(said.out().lines()).first(InstanceOfAssertFactories.STRING).startsWith("0 files copied, 0 kept; ");
        assertThat(said.out().lines().skip(1)).containsExactly("file: 2", "tree: 2", "target/one", "old");
        assertThat(said.err().lines())
                .containsExactly(
                        "gearbox: tree/sub/one was not copied to target/one: Read-only file system",
                        "gearbox: 1 not copied, for the reasons above. Run the same command again to resume",
                        "gearbox: cannot create target/tree: Read-only file system. Give a target that can be written");
    }

    /** Each small file takes a page, which no one can know before. */
    @Test
    void a_full_disk_ends_the_copy_with_whole_files_only_and_with_more_room_it_goes_on() throws Exception {
        if (!mayMount()) {
            return;
        }
        Path many = Files.createDirectory(folder.resolve("many"));
        for (int i = 0; i < 600; i++) {
            Files.writeString(many.resolve("file-" + i), "the text of file " + i);
        }
        Said said = mounted("size=1m", """
                ./gearbox cp many target; echo "full: $?"
                find target -name '.gearbox-cp-*'
                for each in target/many/*; do cmp "$each" "many/${each##*/}" || echo "differs: $each"; done
                mount -o remount,size=8m target
                ./gearbox cp many/. target/many; echo "again: $?"
                diff -r many target/many && echo same
                """);
        assertThat(said.out().lines().filter(line -> !line.contains(" files copied, ")))
                .as(said.err())
                .containsExactly("full: 2", "again: 0", "same");
        assertThat(said.out()).doesNotContain("600 files copied").containsPattern("\\d+ files copied, [1-9]\\d* kept");
        assertThat(said.err())
                .containsPattern(
                        "gearbox: many/file-\\d+ was not copied to target/many/file-\\d+: No space left on device")
                .containsPattern("gearbox: \\d+ not copied, \\d+ of them not tried, for the reasons above");
    }

    @Test
    void too_little_space_is_known_before_anything_is_made() throws Exception {
        if (!mayMount()) {
            return;
        }
        Files.write(folder.resolve("tree/large"), new byte[2 << 20]);
        Said said = mounted("size=1m", "./gearbox cp tree target; echo \"code: $?\"; find target -mindepth 1");
        assertThat(said.err())
                .startsWith("gearbox: not enough space in ")
                .endsWith("Free some space, or copy less\n")
                .hasLineCount(1);
        assertThat(said.out()).isEqualTo("code: 2\n");
    }

    @Test
    void ctrl_c_in_mid_copy_leaves_whole_files_and_the_same_command_goes_on() throws Exception {
        Path many = Files.createDirectory(folder.resolve("many"));
        for (int i = 0; i < MANY; i++) {
            Files.writeString(many.resolve("file-" + i), "the text of file " + i);
        }
        Path copy = folder.resolve("copy");
        // The signal may be ignored here, in the background of a shell, and programs inherit that. Reading each copy
        // back takes time.
        String slowly = "exec env --default-signal=INT ./gearbox cp --sync --verify --threads 1 many copy";
        Said stopped;
        try (Running running = Shipped.shell(folder, temporary, slowly)) {
            running.await("the first copies", () -> copied(copy).size() > 10);
            assertThat(new ProcessBuilder("kill", "-INT", Long.toString(running.process.pid()))
                            .inheritIO()
                            .start()
                            .waitFor())
                    .isZero();
            stopped = running.ended();
        }
        assertThat(stopped.code()).as(stopped.out() + stopped.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(stopped.err())
                .isEqualTo("Stopped. All copied files are complete; run the same command again to resume.\n");
        List<Path> copied = copied(copy);
        assertThat(copied)
                .hasSizeBetween(10, MANY - 1)
                .allSatisfy(file -> assertThat(file).hasSameTextualContentAs(many.resolve(file.getFileName())));
        assertThat(hidden(copy)).containsExactly(".gearbox-cp-unfinished");
        Said rest = run("./gearbox cp many copy && diff -r many copy && echo same");
        assertThat(rest.out())
                .as(rest.err())
                .startsWith(String.format("%,d files copied, ", MANY - copied.size()))
                .endsWith("\nsame\n");
        assertThat(hidden(copy)).isEmpty();
    }

    private static List<Path> copied(Path copy) throws IOException {
        return files(copy)
                .filter(file -> !file.getFileName().toString().startsWith("."))
                .toList();
    }

    private static List<String> hidden(Path copy) throws IOException {
        return files(copy)
                .map(file -> file.getFileName().toString())
                .filter(name -> name.startsWith("."))
                .toList();
    }

    private static Stream<Path> files(Path copy) throws IOException {
        if (!Files.isDirectory(copy)) {
            return Stream.of();
        }
        try (Stream<Path> all = Files.list(copy)) {
            return all.toList().stream();
        }
    }
}
