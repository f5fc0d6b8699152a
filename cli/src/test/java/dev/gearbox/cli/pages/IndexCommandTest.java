package dev.gearbox.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.TinySite;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox index} and {@code gearbox search}: what is printed, and the exit codes. */
@Timeout(600)
final class IndexCommandTest {
    private static final Map<String, String> PAGES = Map.of(
            "/list", "a.html\nb.html\na.html\n",
            "/half", "a.html\ngone.html\n",
            "/a.html", "<title>Selectors</title><p>One selector waits for many channels.",
            "/b.html", "<title>Threads</title><p>One thread waits for one channel.");

    @TempDir
    private Path folder = Path.of("");

    private static int run(Screen screen, String... words) {
        return Main.run(screen.console(), words);
    }

    @Test
    void pages_are_indexed_and_found_and_a_second_time_nothing_is_fetched() throws IOException {
        String index = folder.resolve("index").toString();
        try (TinySite site = new TinySite(PAGES)) {
            Screen first = Screen.pipe();
            assertThat(run(first, "index", "--engine", "selector", "--urls", site.at("/list"), "--into", index))
                    .as(first.err())
                    .isZero();
            assertThat(first.out())
                    .startsWith("2 pages (")
                    .contains("; 0 were already in " + index + ".")
                    .contains("2 requests, 0 of them retries; 0 redirects; 1 duplicates in the list.");
            assertThat(first.err()).isEmpty();
            Screen second = Screen.pipe();
            assertThat(run(second, "index", "--client", "okhttp", "--urls", site.at("/list"), "--into", index))
                    .isZero();
            assertThat(second.out()).startsWith("0 pages (0 B) fetched").contains("; 2 were already in " + index + ".");
        }
        Screen found = Screen.pipe();
        assertThat(run(found, "search", index, "waits", "selector")).isZero();
        assertThat(found.out())
                .startsWith("1.  Selectors\n    http://127.0.0.1:")
                .contains("/a.html\n    One [selector] [waits] for many channels.\n1 of 2 pages\n");
        Screen tree = Screen.pipe();
        assertThat(run(tree, "search", index, "waits", "--json", "--most", "1")).isZero();
        JsonNode hits = JsonMapper.shared().readTree(tree.out());
        assertThat(hits.get("total").asInt()).isEqualTo(2);
        assertThat(hits.get("hits")).hasSize(1);
    }

    @Test
    void a_terminal_shows_how_far_it_is_with_rate_and_time_left() throws IOException {
        try (TinySite site = new TinySite(PAGES)) {
            Screen screen = Screen.terminal(100);
            assertThat(run(
                            screen,
                            "index",
                            "--urls",
                            site.at("/list"),
                            "--into",
                            folder.resolve("i").toString()))
                    .isZero();
            assertThat(screen.err())
                    .containsPattern("2 of 2 pages, [0-9.]+/s +0 s left")
                    .endsWith(Console.CLEAR);
            assertThat(screen.out()).startsWith("2 pages (");
        }
    }

    @Test
    void pages_that_do_not_come_are_listed_by_kind_and_make_the_exit_code() throws IOException {
        String index = folder.resolve("index").toString();
        try (TinySite site = new TinySite(PAGES)) {
            Screen text = Screen.pipe();
            assertThat(run(text, "index", "--urls", site.at("/half"), "--into", index))
                    .isEqualTo(ExitCode.INCOMPLETE);
            assertThat(text.out())
                    .contains("1 of 2 pages were not fetched:\n  status: 1\n    " + site.at("/gone.html")
                            + " (status 404)\n");
            Screen json = Screen.pipe();
            assertThat(run(json, "index", "--urls", site.at("/half"), "--into", index, "--work", "regex", "--json"))
                    .isEqualTo(ExitCode.INCOMPLETE);
            JsonNode tree = JsonMapper.shared().readTree(json.out());
            assertThat(tree.get("earlier").asInt()).isOne();
            assertThat(tree.get("failuresByKind").get("status").asInt()).isOne();
            assertThat(tree.get("failures").get(0).get("url").asString()).isEqualTo(site.at("/gone.html"));
        }
    }

    @Test
    void an_index_folder_that_is_damaged_or_something_else_is_refused() throws IOException {
        Path list = Files.writeString(folder.resolve("list"), "http://127.0.0.1:1/\n");
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.writeString(other.resolve("letter.txt"), "dear");
        Screen screen = Screen.pipe();
        assertThat(run(screen, "index", "--urls", list.toString(), "--into", other.toString()))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err())
                .isEqualTo("gearbox: " + other
                        + " holds letter.txt, which is not an index. Name an empty folder, or one with an index\n");
        Path damaged = folder.resolve("damaged");
        Files.writeString(
                Files.createDirectories(damaged.resolve("lucene")).resolve("segments_1"), "nothing that Lucene wrote");
        Screen both = Screen.pipe();
        assertThat(run(both, "index", "--urls", list.toString(), "--into", damaged.toString()))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(run(both, "search", damaged.toString(), "word")).isEqualTo(ExitCode.REFUSED);
        assertThat(both.err().lines()).hasSize(2).allMatch(line -> line.contains("is damaged ("));
        assertThat(both.out()).isEmpty();
    }
}
