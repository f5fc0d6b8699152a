package dev.gearbox.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
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

    private static String at(ServerSocket server, String path) {
        return "http://127.0.0.1:" + server.getLocalPort() + path;
    }

    private static ServerSocket serve() throws IOException {
        ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket socket = server.accept();
                    Thread.ofVirtual().start(() -> answer(socket));
                }
            } catch (SocketException expected) {
                return; // closed: the test is over
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        });
        return server;
    }

    private static void answer(Socket socket) {
        try (socket) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            String path = in.readLine().split(" ", 3)[1];
            while (!in.readLine().isEmpty()) {
                // the rest of the head says nothing that matters here
            }
            String page = PAGES.get(path);
            String type = path.endsWith(".html") ? "text/html" : "text/plain";
            String head = "HTTP/1.1 " + (page == null ? "404 Not Found" : "200 OK") + "\r\nContent-Type: " + type
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write((head + (page == null ? "" : page)).getBytes(UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void pages_are_indexed_and_found_and_a_second_time_nothing_is_fetched() throws IOException {
        String index = folder.resolve("index").toString();
        try (ServerSocket server = serve()) {
            Screen first = Screen.pipe();
            assertThat(run(first, "index", "--engine", "selector", "--urls", at(server, "/list"), "--into", index))
                    .as(first.err())
                    .isZero();
            assertThat(first.out())
                    .startsWith("2 pages (")
                    .contains("; 0 were in " + index + " before.")
                    .contains("2 requests, 0 of them retries; 0 redirects; 1 duplicates in the list.");
            assertThat(first.err()).isEmpty();
            Screen second = Screen.pipe();
            assertThat(run(second, "index", "--client", "okhttp", "--urls", at(server, "/list"), "--into", index))
                    .isZero();
            assertThat(second.out()).startsWith("0 pages (0 B) fetched").contains("; 2 were in " + index + " before.");
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
        try (ServerSocket server = serve()) {
            Screen screen = Screen.terminal(100);
            assertThat(run(
                            screen,
                            "index",
                            "--urls",
                            at(server, "/list"),
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
        try (ServerSocket server = serve()) {
            Screen text = Screen.pipe();
            assertThat(run(text, "index", "--urls", at(server, "/half"), "--into", index))
                    .isEqualTo(Main.INCOMPLETE);
            assertThat(text.out())
                    .contains("1 of 2 pages did not come:\n  status: 1\n    " + at(server, "/gone.html")
                            + " (status 404)\n");
            Screen json = Screen.pipe();
            assertThat(run(json, "index", "--urls", at(server, "/half"), "--into", index, "--work", "regex", "--json"))
                    .isEqualTo(Main.INCOMPLETE);
            JsonNode tree = JsonMapper.shared().readTree(json.out());
            assertThat(tree.get("earlier").asInt()).isOne();
            assertThat(tree.get("failuresByKind").get("status").asInt()).isOne();
            assertThat(tree.get("failures").get(0).get("url").asString()).isEqualTo(at(server, "/gone.html"));
        }
    }

    @Test
    void an_index_folder_that_is_damaged_or_something_else_is_refused() throws IOException {
        Path list = Files.writeString(folder.resolve("list"), "http://127.0.0.1:1/\n");
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.writeString(other.resolve("letter.txt"), "dear");
        Screen screen = Screen.pipe();
        assertThat(run(screen, "index", "--urls", list.toString(), "--into", other.toString()))
                .isEqualTo(Main.REFUSED);
        assertThat(screen.err())
                .isEqualTo("gearbox: " + other
                        + " holds letter.txt, which is no index. Name an empty folder, or one with an index\n");
        Path damaged = folder.resolve("damaged");
        Files.writeString(
                Files.createDirectories(damaged.resolve("lucene")).resolve("segments_1"), "nothing that Lucene wrote");
        Screen both = Screen.pipe();
        assertThat(run(both, "index", "--urls", list.toString(), "--into", damaged.toString()))
                .isEqualTo(Main.REFUSED);
        assertThat(run(both, "search", damaged.toString(), "word")).isEqualTo(Main.REFUSED);
        assertThat(both.err().lines()).hasSize(2).allMatch(line -> line.contains("is damaged ("));
        assertThat(both.out()).isEmpty();
    }
}
