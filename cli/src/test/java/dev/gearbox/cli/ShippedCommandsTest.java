package dev.gearbox.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Shipped.Running;
import dev.gearbox.cli.Shipped.Said;
import dev.gearbox.cli.run.Studies;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.report.text.MarkedPart;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command that the documentation and {@code --help} show works as shipped: through the launcher, on the module path, in a process of its own.
 * {@link ShownCommandRule} replaces what only the reader has. They are sampled by the seed; {@code -Ddeep} runs them all.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ShippedCommandsTest {
    private static final long SEED = Long.getLong("gearbox.seed", System.nanoTime());

    /** The commands that the build draws of those that measure, and of the others. */
    private static final int MEASURING = 1;

    private static final int OTHERS = 20;
    private static final Pattern SERVES = Pattern.compile("on (?:http://)?127\\.0\\.0\\.1:(\\d+)");

    /** Text that no message for a person contains: defects, warnings, and the toString of records, durations and lists of constants. */
    private static final Map<String, Pattern> UNSPEAKABLE = Map.of(
            "a stack trace", Pattern.compile("(?m)^\\s+at [\\w.$/@]+\\(.*\\)$|^Caused by: |Exception in thread"),
            "a defect", Pattern.compile("this is a defect"),
            "a warning", Pattern.compile("WARN(ING)?\\b|SEVERE"),
            "a record", Pattern.compile("\\b[A-Z]\\w*\\[\\w+=|\\b[A-Z]\\w+\\[\\]"),
            "a duration of Java", Pattern.compile("\\bPT-?\\d[\\dHMS.]*\\b"),
            "constants of Java", Pattern.compile("\\b[A-Z]{2,}(_[A-Z]+)+\\b|\\[[A-Z]{2,}(, [A-Z]{2,})+\\]"),
            "an object of Java", Pattern.compile("\\b[\\w.$]+@[0-9a-f]{5,8}\\b"));

    /** A warning about a blocked thread is due to the load of the test machine, and not to the command. */
    private static final Pattern STALL = Pattern.compile(".*\\R?WARNING: .* kept gearbox-\\S+ for .*\\R?");

    private Path folder = Path.of("");
    private final List<AutoCloseable> open = new ArrayList<>();
    private Map<String, String> here = Map.of();

    /** Everything that a reader of the documentation has: a server with a client, a site, a list, results, an index, own programs. */
    @BeforeAll
    void prepare(@TempDir Path all) throws Exception {
        folder = all;
        Shipped.begin();
        succeed("engines"); // the launcher creates its AOT cache, once
        TinySite site = new TinySite(Map.of(
                "/sitemap.xml",
                "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
                        + "<url><loc>{site}/a.html</loc></url><url><loc>{site}/b.html</loc></url></urlset>",
                "/a.html",
                "<title>Selectors</title><p>Words on one selector.",
                "/b.html",
                "<title>Threads</title><p>Words on coordinated omission."));
        open.add(site);
        Files.writeString(folder.resolve("pages.txt"), site.at("/a.html") + "\n");
        services(folder);
        Files.writeString(folder.resolve("findings.md"), MarkedPart.BEGIN + "\n" + MarkedPart.END + "\n");
        Files.writeString(folder.resolve("workload.yaml"), "connections: 5000\nrate: 200\nwait: 20ms\n");
        for (String jar : List.of("some-javadoc.jar", "guava-javadoc.jar")) {
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(folder.resolve(jar)))) {
                zip.putNextEntry(new ZipEntry("index.html"));
                zip.write("<title>Javadoc</title>".getBytes(UTF_8));
            }
        }
        programs(folder);
        Running server = start("serve --engine selector --port 0");
        int port = port(server);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(client);
        WatchedServer watched = WatchedServer.start(folder, "selector");
        open.add(watched);
        watched.record(folder.resolve("app.jfr"));
        here = Map.of(
                "{pid}",
                Long.toString(watched.pid()),
                "{site}",
                site.at("/"),
                "{server}",
                "127.0.0.1:" + port,
                "{shifted}",
                Integer.toString(port),
                "{client}",
                "127.0.0.1:" + client.getLocalPort());
        succeed(rule("run echo-server --workload mixed --engine epoll --engine threads --engine auto")
                .words());
        undisturbed(folder);
        for (String day : List.of("monday", "tuesday")) {
            SmallRun.copy(
                    folder.resolve("results/echo-server"),
                    folder.resolve("results").resolve(day).resolve("echo-server"));
        }
        succeed("history results");
        succeed(rule("index --engine virtual --urls https://example.org/sitemap.xml --into pages")
                .words());
    }

    @AfterAll
    void end() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        Shipped.end();
    }

    private static List<ShownCommand> shown() {
        return ShownCommand.all(Programs.root(), Main.line(Screen.pipe().console(), Studies.installed()));
    }

    private ShownCommandRule rule(String words) {
        return ShownCommandRule.of(words, here)
                .orElseThrow(() -> new AssertionError("no rule says how to run " + words));
    }

    @Test
    void commands_are_found_in_prose_in_blocks_and_in_help() {
        assertThat(ShownCommand.in("""
                Try `./gearbox run`, or `gearbox-tls`, or `gearbox ...`:
                ```
                $ gearbox check   # all of it
                prints a line
                export JAVA_HOME=$(./gearbox --jdk-home)
                gearbox load tcp://127.0.0.1:7007 \\
                    --rate 5000
                ```
                """))
                .containsExactlyInAnyOrder("run", "check", "--jdk-home", "load tcp://127.0.0.1:7007 --rate 5000");
        assertThat(shown())
                .hasSizeGreaterThan(50)
                .anyMatch(command -> command.where().equals("README.md"))
                .anyMatch(command -> command.where().equals("gearbox check shift --help"));
    }

    @Test
    void a_rule_says_how_to_run_each_and_nothing_of_the_readers_is_left() {
        assertThat(shown())
                .allSatisfy(command -> assertThat(rule(command.words()).words())
                        .doesNotContain("example.org", ":7007", "8080", "{site}", "results/page-indexer", "studies/"));
        assertThat(ShownCommandRule.of("frobnicate results", here)).isEmpty();
    }

    @TestFactory
    @Tag("deep")
    Stream<DynamicTest> commands_that_are_shown() {
        return drawn(
                shown().stream()
                        .filter(command -> !rule(command.words()).isLong())
                        .toList(),
                OTHERS);
    }

    @TestFactory
    Stream<DynamicTest> some_of_those_that_measure() {
        return drawn(
                shown().stream()
                        .filter(command -> rule(command.words()).isLong())
                        .filter(command -> !command.words().contains("external:c-epoll") || hasCompiler())
                        .toList(),
                MEASURING);
    }

    private Stream<DynamicTest> drawn(List<ShownCommand> all, int most) {
        List<ShownCommand> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, new Random(SEED));
        Set<ShownCommand> drawn = Set.copyOf(
                shuffled.subList(0, Boolean.getBoolean("gearbox.deep") ? all.size() : Math.min(most, all.size())));
        return all.stream()
                .filter(drawn::contains)
                .map(command -> DynamicTest.dynamicTest(command + " -Dgearbox.seed=" + SEED, () -> run(command)));
    }

    /** A server in C is built on its first use; without a compiler it is refused, which another test covers. */
    private static boolean hasCompiler() {
        return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "cc")));
    }

    @Test
    void a_second_run_of_an_experiment_is_told_who_measures_it() throws Exception {
        Path own = Files.createTempDirectory(folder, "own");
        String words = "run echo-server --workload ping --engine selector --engine epoll --patience 0s";
        try (Running first = Shipped.start(own, folder, words)) {
            first.await("its first fork", () -> !diaries(own).isEmpty());
            try (Running second = Shipped.start(own, folder, words)) {
                Said said = second.ended();
                assertThat(said.code()).as(said.toString()).isEqualTo(ExitCode.REFUSED);
                assertThat(said.err())
                        .startsWith("gearbox: another run is measuring this experiment (process " + first.process.pid())
                        .hasLineCount(1);
            }
            terminated(words, first.end());
        }
    }

    private void run(ShownCommand command) throws Exception {
        ShownCommandRule rule = rule(command.words());
        switch (rule.way()) {
            case ENDS, MEASURES -> succeed(rule.words());
            case SERVES -> serve(rule.words());
            case RECORDS -> interrupt(rule.words(), running -> recorded(running.folder()));
        }
    }

    private Running start(String words) throws IOException {
        Running running = Shipped.start(folder, folder, words);
        open.add(running);
        return running;
    }

    private Said succeed(String words) throws Exception {
        try (Running running = Shipped.start(folder, folder, words)) {
            Said said = running.ended();
            assertThat(said.code())
                    .as("exit code of gearbox " + words + "\n" + said)
                    .isZero();
            check(words, said);
            return said;
        }
    }

    private static void check(String words, Said said) {
        String all = STALL.matcher(said.out() + said.err()).replaceAll("");
        UNSPEAKABLE.forEach((what, pattern) -> {
            Matcher found = pattern.matcher(all);
            assertThat(found.find())
                    .as("gearbox " + words + " says " + what + " in:\n" + said)
                    .isFalse();
        });
    }

    private static int port(Running running) throws Exception {
        running.await("where it serves", () -> running.said("Press Ctrl-C to stop"));
        Matcher where = SERVES.matcher(running.said());
        assertThat(where.find()).as(running.said()).isTrue();
        return Integer.parseInt(where.group(1));
    }

    private void serve(String words) throws Exception {
        Path temporary =
                Files.createTempDirectory(folder, "own"); // so that it is not among the servers of gearbox shift
        try (Running running = Shipped.start(folder, temporary, words)) {
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port(running))) {
                assertThat(client.isConnected()).isTrue();
            }
            terminated(words, running.end());
        }
    }

    /** A working folder, and the process in it. */
    private record Begun(Path folder, Process process) {}

    private interface Sign {
        boolean isSeen(Begun begun) throws IOException;
    }

    private static void services(Path folder) throws IOException {
        Files.writeString(folder.resolve("services.yaml"), "albums: {delay: 200ms}\n");
        Files.writeString(folder.resolve("calls.yaml"), "calls: {cart: {delay: 20ms}, prices: {after: [cart]}}\n");
    }

    private void interrupt(String words, Sign sign) throws Exception {
        Path own = Files.createTempDirectory(folder, "own");
        programs(own);
        services(own);
        try (Running running = Shipped.start(own, folder, words)) {
            running.await("what it measures", () -> sign.isSeen(new Begun(own, running.process)));
            terminated(words, running.end());
        }
    }

    private static void terminated(String words, Said said) {
        assertThat(said.code())
                .as("exit code of gearbox " + words + "\n" + said)
                .isEqualTo(128 + 15);
        check(words, said);
    }

    /** Whether something was measured: a line of a fork after the first, which only marks its start; or another figure. */
    private static boolean recorded(Path folder) throws IOException {
        for (Path diary : diaries(folder)) {
            try (Stream<String> lines = Files.lines(diary)) {
                if (lines.skip(1).findAny().isPresent()) {
                    return true;
                }
            }
        }
        return files(folder, ".json").stream().anyMatch(file -> !file.endsWith("experiment.json"));
    }

    /** The files that forks write while they run. */
    private static List<Path> diaries(Path folder) throws IOException {
        return files(folder, ".jsonl");
    }

    private static List<Path> files(Path folder, String end) throws IOException {
        Path results = folder.resolve("results");
        if (!Files.isDirectory(results)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(results)) {
            return files.filter(file -> file.toString().endsWith(end)).toList();
        } catch (UncheckedIOException renamed) {
            return List.of(); // a file was renamed to its final name during the walk; the caller walks again
        }
    }

    /** Makes results look measured on a quiet machine: else they are invalid, and commands that read them say so. */
    private static void undisturbed(Path folder) throws IOException {
        for (Path diary : diaries(folder)) {
            Files.writeString(
                    diary,
                    Files.readString(diary)
                            .replaceAll("\"(foreignCores|steal|away|lagP99Micros)\":[^,}]+", "\"$1\":0.0")
                            .replaceAll("\"fit\":false,\"reasons\":\\[[^]]*\\]", "\"fit\":true,\"reasons\":[]"));
        }
    }

    /** The reader's own servers, as in docs/external.md. */
    private static void programs(Path folder) throws IOException {
        for (String name : List.of("server", "my-echo")) {
            Path script = Files.writeString(
                    folder.resolve(name), "#!/bin/sh\nexec ./gearbox serve --engine threads \"$@\"\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
        }
        Matcher python = Pattern.compile("(?s)\\$ cat echo\\.py\\R(.*?)\\R\\$ ")
                .matcher(Files.readString(Programs.root().resolve("docs/external.md")));
        assertThat(python.find()).isTrue();
        Files.writeString(folder.resolve("echo.py"), python.group(1));
    }
}
