package dev.gearbox.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.client.FullResponse;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpClientOptions;
import dev.gearbox.http.client.HttpFailure;
import dev.gearbox.http.client.HttpRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The origin serves its pages with the configured delays and faults, and counts them. */
@Timeout(600)
class OriginTest {
    private static final OriginPlan AT_ONCE = new OriginPlan(new Delay.Constant(Duration.ZERO), 0, Faults.NONE, 1);

    private final Engine engine = Engines.start("selector");
    private HttpClient client = HttpClient.over(engine);

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        client.close();
        engine.close();
    }

    private static Origin start(OriginPlan plan, Pages pages, String spec) throws IOException {
        return Origin.start(plan, pages, spec, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private CompletableFuture<FullResponse> fetch(Origin origin, String path) {
        return fetch(client, origin, path);
    }

    private static CompletableFuture<FullResponse> fetch(HttpClient client, Origin origin, String path) {
        URI uri = URI.create("http://127.0.0.1:" + origin.address().getPort() + path);
        return FullResponse.of(client, HttpRequest.get(uri)).toCompletableFuture();
    }

    private String text(Origin origin, String path) throws Exception {
        FullResponse response = fetch(origin, path).get(120, TimeUnit.SECONDS);
        assertThat(response.status()).isEqualTo(200);
        return StandardCharsets.UTF_8.decode(response.body().duplicate()).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"selector", "epoll", "virtual"})
    void madeUpPages(String spec) throws Exception {
        Pages pages = new SyntheticPages(50, 5000, 7);
        try (Origin origin = start(AT_ONCE, pages, spec)) {
            List<String> listed = text(origin, "/").lines().toList();
            assertThat(listed).hasSize(50).isEqualTo(pages.paths());
            for (String path : listed) {
                String page = text(origin, path);
                assertThat(page)
                        .hasSize(5000)
                        .startsWith("<!DOCTYPE html>")
                        .contains("<title>Page ", "<a href=\"/page/")
                        .endsWith("</p></body></html>\n");
                assertThat(text(origin, path)).isEqualTo(page);
            }
            assertThat(text(origin, "/page/1.html")).isNotEqualTo(text(origin, "/page/2.html"));
            for (String none : List.of("/page/50.html", "/page/01.html", "/page/x.html", "/page/", "/other")) {
                assertThat(fetch(origin, none).get(120, TimeUnit.SECONDS).status())
                        .isEqualTo(404);
            }
            OriginCounts counts = origin.counts();
            assertThat(counts.pages()).isEqualTo(102);
            assertThat(counts.bytes()).isEqualTo(102 * 5000);
            assertThat(counts.missing()).isEqualTo(5);
            assertThat(counts.requests()).isEqualTo(108);
            assertThat(counts.lateness().getTotalCount()).isEqualTo(102);
            assertThat(counts.connections()).isEqualTo(1);
        }
    }

    /** Pages are read-only; OPTIONS lists the allowed methods, for one page or for all. */
    @Test
    void methods() throws Exception {
        Delay delay = new Delay.Constant(Duration.ofMinutes(1));
        try (Origin origin = start(
                        new OriginPlan(delay, 0, Faults.parse("error=100%"), 1),
                        new SyntheticPages(5, 1024, 1),
                        "selector");
                Socket socket = new Socket(
                        origin.address().getAddress(), origin.address().getPort())) {
            StringBuilder requests = new StringBuilder();
            for (String words : List.of(
                    "BREW /page/1.html",
                    "POST /",
                    "POST /results",
                    "DELETE /none",
                    "OPTIONS *",
                    "OPTIONS /page/1.html",
                    "HEAD /")) {
                requests.append(words).append(" HTTP/1.1\r\nHost: x\r\n");
                requests.append(words.startsWith("HEAD") ? "Connection: close\r\n\r\n" : "\r\n");
            }
            socket.getOutputStream().write(requests.toString().getBytes(StandardCharsets.ISO_8859_1));
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answers.lines()
                            .filter(line -> line.startsWith("HTTP/1.1 "))
                            .map(line -> line.substring(9, 12)))
                    .containsExactly("405", "405", "204", "405", "204", "204", "200");
            assertThat(answers.lines().filter("Allow: GET, HEAD, OPTIONS"::equals))
                    .hasSize(5);
            assertThat(origin.counts().pages()).isZero();
        }
    }

    @Test
    void saysInWordsWhatItServes() throws Exception {
        for (String[] each : new String[][] {
            {"0", "no delay"},
            {"300ms", "a delay of 300 ms"},
            {"uniform:200us-1.5s", "a delay of 200 us to 1.5 s"},
            {"exponential:1m", "an exponential delay, 60 s on average"},
            {"lognormal:300ms:0.5", "a lognormal delay, median 300 ms, sigma 0.5"},
            {"bimodal:20ms:400ms:5%", "a delay of 20 ms, of 400 ms for 5.0 %"}
        }) {
            SyntheticPages pages = new SyntheticPages(5, 1024, 1);
            OriginPlan plan = new OriginPlan(Delay.parse(each[0]), 12.5e6, Faults.NONE, 1);
            try (Origin origin = start(plan, pages, "selector")) {
                assertThat(origin).hasToString(pages.summary() + ", " + each[1] + ", a link of 100 Mbit/s");
            }
        }
    }

    @Test
    void anotherSeedIsAnotherText() {
        Page page = new SyntheticPages(5, 1024, 1).page("/page/1.html").orElseThrow();
        assertThat(new SyntheticPages(5, 1024, 1)
                        .page("/page/1.html")
                        .orElseThrow()
                        .parts())
                .isEqualTo(page.parts());
        assertThat(new SyntheticPages(5, 1024, 2)
                        .page("/page/1.html")
                        .orElseThrow()
                        .parts())
                .isNotEqualTo(page.parts());
    }

    @Test
    void delaysAreKept() throws Exception {
        Delay delay = new Delay.Constant(Duration.ofMillis(30));
        try (Origin origin =
                start(new OriginPlan(delay, 0, Faults.NONE, 1), new SyntheticPages(5, 1024, 1), "selector")) {
            long begun = System.nanoTime();
            text(origin, "/page/1.html");
            // A lower bound only: not a limit on how long it may take.
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(30_000_000);
        }
    }

    /** Over a link of so many bytes per second they cannot arrive sooner, and every connection gets its share. */
    @Test
    void aLinkIsShared() throws Exception {
        int size = 200_000;
        int clients = 5;
        double rate = 5e6;
        Pages pages = new SyntheticPages(clients, size, 1);
        try (Origin origin =
                start(new OriginPlan(new Delay.Constant(Duration.ZERO), rate, Faults.NONE, 1), pages, "selector")) {
            long begun = System.nanoTime();
            List<CompletableFuture<FullResponse>> responses = new ArrayList<>();
            for (String path : pages.paths()) {
                responses.add(fetch(origin, path));
            }
            for (CompletableFuture<FullResponse> response : responses) {
                assertThat(response.get(120, TimeUnit.SECONDS).body().remaining())
                        .isEqualTo(size);
            }
            double ideal = size * clients / rate * 1e9;
            assertThat((double) (System.nanoTime() - begun)).isGreaterThan(0.9 * ideal);
        }
    }

    @Test
    void turnsOnTheLink() {
        TokenBucket link = new TokenBucket(1e6, 0);
        long later = 1_000_000_000;
        // Idle: its depth is available at once, and no more than that.
        assertThat(link.turn(5000, later)).isEqualTo(-5_000_000);
        assertThat(link.turn(5000, later)).isZero();
        assertThat(link.turn(1000, later)).isEqualTo(5_000_000);
        assertThat(link.turn(1000, later)).isEqualTo(6_000_000);
        assertThat(link.turn(1000, later + 6_000_000)).isEqualTo(1_000_000);
    }

    private static HttpLimits within(Duration time) {
        return HttpLimits.DEFAULT.withTimes(time, Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"selector", "epoll"})
    void everyFault(String spec) throws Exception {
        Faults faults = Faults.parse("reset=20%,stall=10%,truncated=20%,slow=1%,error=20%,garbage=10%,endless=5%");
        SyntheticPages pages = new SyntheticPages(200, 2000, 1);
        client.close();
        // Each on a connection of its own: on a kept connection a reset would be retried, and counted again.
        HttpClientOptions once = HttpClientOptions.DEFAULT.withKeepAlive(false);
        client = HttpClient.over(engine, once.withLimits(within(Duration.ofMinutes(2))));
        try (HttpClient hasty = HttpClient.over(engine, once.withLimits(within(Duration.ofSeconds(2))));
                Origin origin = start(new OriginPlan(new Delay.Constant(Duration.ZERO), 0, faults, 3), pages, spec)) {
            Map<String, CompletableFuture<FullResponse>> responses = new TreeMap<>();
            for (String path : pages.paths()) {
                boolean late = faults.of(path, 3)
                        .filter(fault -> fault == Fault.STALL || fault == Fault.SLOW)
                        .isPresent();
                responses.put(path, fetch(late ? hasty : client, origin, path));
            }
            for (Map.Entry<String, CompletableFuture<FullResponse>> each : responses.entrySet()) {
                String came = each.getValue()
                        .handle((response, failure) -> failure == null
                                ? Integer.toString(response.status())
                                : ((HttpFailure) failure).kind().name())
                        .get(120, TimeUnit.SECONDS);
                String expected = faults.of(each.getKey(), 3)
                        .map(fault -> switch (fault) {
                            case RESET -> "RESET";
                            case STALL, SLOW -> "TIMEOUT";
                            case TRUNCATED -> "TRUNCATED";
                            case ERROR -> "500";
                            case GARBAGE -> "200";
                            case ENDLESS -> "TOO_LARGE";
                        })
                        .orElse("200");
                assertThat(came).as(each.getKey()).isEqualTo(expected);
            }
            Map<Fault, Long> done = origin.counts().faults();
            for (Fault fault : Fault.values()) {
                assertThat(done.get(fault))
                        .isEqualTo(pages.paths().stream()
                                .filter(path ->
                                        faults.of(path, 3).filter(fault::equals).isPresent())
                                .count())
                        .isPositive();
            }
        }
    }

    @Test
    void pagesOfAFolderAndOfAZip() throws Exception {
        Files.createDirectories(folder.resolve("tree/a b"));
        Files.writeString(folder.resolve("tree/index.html"), "<p>index</p>");
        Files.writeString(folder.resolve("tree/a b/\u00fc.xml"), "<a/>");
        Files.writeString(folder.resolve("tree/code.class"), "not a page");
        Path zip = folder.resolve("pages.jar");
        try (OutputStream file = Files.newOutputStream(zip);
                ZipOutputStream out = new ZipOutputStream(file, StandardCharsets.UTF_8)) {
            for (String[] entry :
                    new String[][] {{"index.html", "<p>index</p>"}, {"a b/\u00fc.xml", "<a/>"}, {"code.class", "x"}}) {
                out.putNextEntry(new ZipEntry(entry[0]));
                out.write(entry[1].getBytes(StandardCharsets.UTF_8));
            }
        }
        for (Path from : List.of(folder.resolve("tree"), zip)) {
            try (Origin origin = start(AT_ONCE, StoredPages.of(from), "selector")) {
                assertThat(text(origin, "/pages.txt").lines()).containsExactly("/a%20b/%C3%BC.xml", "/index.html");
                assertThat(text(origin, "/index.html")).isEqualTo("<p>index</p>");
                assertThat(text(origin, "/a%20b/%C3%BC.xml")).isEqualTo("<a/>");
                assertThat(fetch(origin, "/../tree/index.html")
                                .get(120, TimeUnit.SECONDS)
                                .status())
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void pagesThatCannotBeRead() throws Exception {
        Path damaged = Files.writeString(folder.resolve("damaged.zip"), "PK no zip at all");
        Path text = Files.writeString(folder.resolve("page.dat"), "text");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        for (Path from : List.of(damaged, text, empty, folder.resolve("none"))) {
            assertThatThrownBy(() -> StoredPages.of(from)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void distributions() {
        assertThat(Delay.parse("300ms")).isEqualTo(new Delay.Constant(Duration.ofMillis(300)));
        for (String text :
                List.of("uniform:100ms-300ms", "exponential:200ms", "lognormal:200ms:0.1", "bimodal:100ms:300ms:50%")) {
            Delay delay = Delay.parse(text);
            double sum = 0;
            int paths = 20_000;
            for (int number = 0; number < paths; number++) {
                Duration drawn = delay.of("/" + number, 5);
                assertThat(delay.of("/" + number, 5)).isEqualTo(drawn);
                sum += drawn.toNanos();
            }
            // The seed is fixed, so this either always holds or never.
            assertThat(sum / paths / 1e6).as(text).isBetween(194.0, 206.0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "300",
                "x",
                "-1ms",
                "2h",
                "99999s",
                "uniform:5ms",
                "uniform:5ms-1ms",
                "exponential:",
                "lognormal:1ms",
                "lognormal:1ms:9",
                "lognormal:0:1",
                "bimodal:1ms:2ms",
                "bimodal:1ms:2ms:101%",
                "gauss:1ms"
            })
    void noDelay(String text) {
        assertThatThrownBy(() -> Delay.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "reset",
                "reset=",
                "reset=1",
                "reset=101%",
                "reset=60%,stall=60%",
                "reset=1%,reset=2%",
                "rst=1%"
            })
    void noFaults(String text) {
        assertThatThrownBy(() -> Faults.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void units() {
        assertThat(OriginPlan.rate("100Mbit")).isEqualTo(12.5e6);
        assertThat(OriginPlan.size("50KiB")).isEqualTo(51_200);
        assertThat(OriginPlan.size("1 MiB")).isEqualTo(1 << 20);
        for (String wrong : List.of("", "1", "KiB", "1kib", "-1KiB", "1Mbit")) {
            assertThatThrownBy(() -> OriginPlan.size(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        for (String wrong : List.of("", "100", "100MB", "0Mbit", "1kbit")) {
            assertThatThrownBy(() -> OriginPlan.rate(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
