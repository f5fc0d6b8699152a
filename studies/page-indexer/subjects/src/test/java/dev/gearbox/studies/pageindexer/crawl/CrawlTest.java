package dev.gearbox.studies.pageindexer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.studies.pageindexer.client.PageClients;
import dev.gearbox.studies.pageindexer.fetch.CountingSite;
import dev.gearbox.studies.pageindexer.fetch.CountingSite.Answer;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageWorkers;
import dev.gearbox.studies.pageindexer.index.IndexerException;
import dev.gearbox.studies.pageindexer.index.PageIndex;
import dev.gearbox.studies.pageindexer.index.PageSearch;
import dev.gearbox.studies.pageindexer.work.PageWorks;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl and the behavior of sites, on this machine and, with respect to politeness, on remote hosts. */
final class CrawlTest {
    private static final FetchLimits LIMITS =
            new FetchLimits(Duration.ofMinutes(2), Duration.ofMinutes(5), 1 << 20, 64);

    @TempDir
    private Path folder = Path.of("");

    private final CountingSite site;

    CrawlTest() throws IOException {
        site = new CountingSite();
    }

    @AfterEach
    void end() throws IOException {
        site.close();
    }

    private CrawlReport crawl(boolean near, List<URI> pages) throws InterruptedException {
        try (PageClient client = PageClients.open("jdk", LIMITS);
                PageWorkers workplace = PageWorkers.inPlace(PageWorks.of("none"))) {
            return Crawl.run(
                    new CrawlPlan(pages, 16, 0, 2, Duration.ofMillis(1)),
                    client,
                    workplace,
                    folder.resolve("index"),
                    _ -> {},
                    _ -> near,
                    Network::of);
        }
    }

    private CrawlReport crawl(String... paths) throws InterruptedException {
        return crawl(true, Stream.of(paths).map(site::page).toList());
    }

    private Map<String, Kind> kinds(CrawlReport report) {
        return report.failures().stream()
                .collect(Collectors.toMap(
                        failed -> URI.create(failed.address()).getPath(),
                        failed -> failed.failure().kind()));
    }

    private List<String> find(String words) throws IOException {
        try (PageSearch search = PageSearch.open(folder.resolve("index"))) {
            return search.find(words, 100).first().stream()
                    .map(hit -> URI.create(hit.address()).getPath())
                    .toList();
        }
    }

    @Test
    void pages_are_indexed_and_found_with_title_and_snippet() throws Exception {
        site.with("/a", Answer.page("Selectors &amp; keys", "A selector waits for many channels."))
                .with("/b", Answer.page("Threads", "A thread waits for one channel."))
                .with("/c.txt", Answer.text("plain words about channels"));
        CrawlReport report = crawl("/a", "/b", "/c.txt");
        assertThat(report.isComplete()).isTrue();
        assertThat(report.indexed()).isEqualTo(3);
        assertThat(report.listed()).isEqualTo(3);
        assertThat(report.requests()).isEqualTo(3);
        try (PageSearch search = PageSearch.open(folder.resolve("index"))) {
            assertThat(search.pages()).isEqualTo(3);
            PageSearch.Hits hits = search.find("waits selector", 10);
            assertThat(hits.total()).isOne();
            assertThat(hits.first())
                    .containsExactly(new PageSearch.Hit(
                            "Selectors & keys", site.page("/a").toString(), "A [selector] [waits] for many channels."));
            assertThat(search.find("nowhere", 10).first()).isEmpty();
            assertThat(search.find("(((\"", 10).first()).isEmpty();
        }
        assertThat(find("channels")).containsExactlyInAnyOrder("/a", "/c.txt");
        assertThat(find("channels -plain")).containsExactly("/a");
        assertThat(find("-plain")).containsExactlyInAnyOrder("/a", "/b");
    }

    @Test
    void a_redirect_is_followed_and_its_page_is_indexed_once() throws Exception {
        site.with("/old", Answer.moved("/older"))
                .with("/older", Answer.moved("new"))
                .with("/new", Answer.page("New", "the page"));
        CrawlReport report = crawl("/old", "/new", "/older");
        assertThat(report.isComplete()).isTrue();
        assertThat(report.indexed()).isOne();
        assertThat(site.requests()).isEqualTo(3);
        assertThat(find("page")).containsExactly("/new");
        CrawlReport again = crawl("/old", "/new", "/older");
        assertThat(again.earlier()).isEqualTo(3);
        assertThat(site.requests()).isEqualTo(3);
    }

    @Test
    void circles_and_endless_redirects_fail() throws Exception {
        site.with("/self", Answer.moved("/self"))
                .with("/left", Answer.moved("/right"))
                .with("/right", Answer.moved("/left"))
                .with("/mail", Answer.moved("mailto:a@example.org"))
                .with("/nowhere", Answer.moved("http://[host/"))
                .with("/dead", Answer.moved("/missing"));
        IntStream.rangeClosed(0, 12).forEach(hop -> site.with("/hop" + hop, Answer.moved("/hop" + (hop + 1))));
        CrawlReport report = crawl("/self", "/left", "/right", "/mail", "/nowhere", "/dead", "/hop0");
        assertThat(kinds(report))
                .isEqualTo(Map.of(
                        "/self", Kind.REDIRECTS,
                        "/left", Kind.REDIRECTS,
                        "/right", Kind.REDIRECTS,
                        "/mail", Kind.REDIRECTS,
                        "/nowhere", Kind.REDIRECTS,
                        "/dead", Kind.STATUS,
                        "/hop0", Kind.REDIRECTS));
        assertThat(site.count("/left")).isOne();
        assertThat(site.count("/hop11")).isZero();
    }

    @Test
    void a_circle_that_was_mended_is_walked_again() throws Exception {
        site.with("/left", Answer.moved("/right")).with("/right", Answer.moved("/left"));
        assertThat(crawl("/left").isComplete()).isFalse();
        site.with("/right", Answer.page("Right", "mended"));
        assertThat(crawl("/left").isComplete()).isTrue();
        assertThat(find("mended")).containsExactly("/right");
    }

    @Test
    void what_may_pass_is_tried_again_and_what_will_not_is_not() throws Exception {
        site.with(
                        "/busy",
                        Answer.status(503),
                        new Answer(429, "Retry-After: 1\r\n", new byte[0]),
                        Answer.page("Busy", "came"))
                .with("/broken", Answer.status(500))
                .with("/cut", Answer.status(0))
                .with("/gone", Answer.status(410))
                .with("/later", new Answer(503, "Retry-After: 86400\r\n", new byte[0]));
        CrawlReport report = crawl("/busy", "/broken", "/cut", "/gone", "/later");
        assertThat(report.indexed()).isOne();
        assertThat(kinds(report))
                .isEqualTo(Map.of(
                        "/broken", Kind.STATUS, "/cut", Kind.TRUNCATED, "/gone", Kind.STATUS, "/later", Kind.STATUS));
        assertThat(site.count("/busy")).isEqualTo(3);
        assertThat(site.count("/broken")).isEqualTo(3);
        assertThat(site.count("/cut")).isGreaterThanOrEqualTo(3);
        assertThat(site.count("/gone")).isOne();
        assertThat(site.count("/later")).isOne();
        assertThat(report.retries()).isEqualTo(6);
        assertThat(report.byKind().get(Kind.STATUS)).hasSize(3);
    }

    @Test
    void another_machine_is_asked_for_its_rules_first_and_gets_two_requests_at_a_time() throws Exception {
        site.slow(5)
                .with("/robots.txt", Answer.moved("/rules"))
                .with(
                        "/rules",
                        Answer.text(
                                "User-agent: *\nDisallow: /\n\nUser-agent: Gearbox-Index\nDisallow: /private\nAllow: /private/open$\n"));
        List<URI> pages = new ArrayList<>();
        for (int page = 0; page < 20; page++) {
            site.with("/" + page, Answer.page("Page", "number " + page));
            pages.add(site.page("/" + page));
        }
        site.with("/private/open", Answer.page("Open", "for all"));
        pages.add(site.page("/private/open"));
        pages.add(site.page("/private/closed"));
        CrawlReport report = crawl(false, pages);
        assertThat(report.indexed()).isEqualTo(21);
        assertThat(kinds(report)).isEqualTo(Map.of("/private/closed", Kind.ROBOTS));
        assertThat(site.count("/private/closed")).isZero();
        assertThat(site.count("/robots.txt")).isOne();
        assertThat(site.mostActive()).isLessThanOrEqualTo(CrawlPlan.PER_STRANGE_HOST);
    }

    @Test
    void without_rules_all_is_allowed_and_with_rules_that_cannot_be_had_nothing() throws Exception {
        site.with("/a", Answer.page("A", "page"));
        assertThat(crawl(false, List.of(site.page("/a"))).isComplete()).isTrue();
        try (CountingSite broken = new CountingSite()) {
            broken.with("/robots.txt", Answer.status(500)).with("/a", Answer.page("A", "page"));
            assertThat(kinds(crawl(false, List.of(broken.page("/a"))))).isEqualTo(Map.of("/a", Kind.ROBOTS));
            assertThat(broken.count("/a")).isZero();
            assertThat(broken.count("/robots.txt")).isEqualTo(3);
        }
    }

    @Test
    void this_machine_is_fetched_from_without_limits() throws Exception {
        List<URI> pages =
                IntStream.range(0, 32).mapToObj(page -> site.page("/" + page)).toList();
        for (URI page : pages) {
            site.with(page.getPath(), Answer.page("Page", "text"));
            site.hold(page.getPath());
        }
        Thread.ofVirtual().start(() -> {
            long begun = System.nanoTime();
            while (site.mostActive() <= CrawlPlan.PER_STRANGE_HOST
                    && System.nanoTime() - begun < TimeUnit.MINUTES.toNanos(1)) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            site.release();
        });
        assertThat(crawl(true, pages).isComplete()).isTrue();
        assertThat(site.mostActive()).isGreaterThan(CrawlPlan.PER_STRANGE_HOST).isLessThanOrEqualTo(16);
        assertThat(site.count("/robots.txt")).isZero();
    }

    @Test
    void nothing_that_came_is_fetched_again_but_what_failed_is() throws Exception {
        site.with("/a", Answer.page("A", "first")).with("/b", Answer.status(404));
        assertThat(kinds(crawl("/a", "/b"))).isEqualTo(Map.of("/b", Kind.STATUS));
        site.with("/b", Answer.page("B", "second"));
        CrawlReport again = crawl("/a", "/b");
        assertThat(again.isComplete()).isTrue();
        assertThat(again.earlier()).isOne();
        assertThat(again.indexed()).isOne();
        assertThat(site.count("/a")).isOne();
        assertThat(find("first")).containsExactly("/a");
        assertThat(find("second")).containsExactly("/b");
    }

    @Test
    void an_interrupted_crawl_keeps_what_came() throws Exception {
        site.with("/a", Answer.page("A", "came")).with("/slow", new Answer(503, "Retry-After: 200\r\n", new byte[0]));
        Thread crawling = Thread.currentThread();
        List<URI> pages = List.of(site.page("/a"), site.page("/slow"));
        try (PageClient client = PageClients.open("jdk", LIMITS);
                PageWorkers workplace = PageWorkers.inPlace(PageWorks.of("none"))) {
            assertThatThrownBy(() -> Crawl.run(
                            new CrawlPlan(pages, 16, 0, 2, Duration.ofMillis(1)),
                            client,
                            workplace,
                            folder.resolve("index"),
                            progress -> {
                                if (progress.pages() == 1) {
                                    crawling.interrupt();
                                }
                            }))
                    .isInstanceOf(InterruptedException.class);
        }
        assertThat(find("came")).containsExactly("/a");
    }

    @Test
    void encodings_that_lie_or_are_none_are_read_as_well_as_can_be() throws Exception {
        byte[] latin = "<title>caf\u00e9</title><body>latin caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        byte[] said =
                "<meta charset=iso-8859-1><title>t</title><body>meta caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        byte[] noise = {(byte) 0xff, (byte) 0xfe, 0, 1, 2, (byte) 0x80, '<', 'a'};
        site.with("/latin", new Answer(200, "Content-Type: text/html; charset=iso-8859-1\r\n", latin))
                .with("/meta", new Answer(200, "Content-Type: text/html\r\n", said))
                .with(
                        "/nonsense",
                        new Answer(
                                200,
                                "Content-Type: text/html; charset=klingon\r\n",
                                "<body>word".getBytes(StandardCharsets.UTF_8)))
                .with("/noise", new Answer(200, "Content-Type: text/html; charset=utf-8\r\n", noise))
                .with("/image", new Answer(200, "Content-Type: image/png\r\n", noise))
                .with("/empty", new Answer(200, "", new byte[0]));
        assertThat(crawl("/latin", "/meta", "/nonsense", "/noise", "/image", "/empty")
                        .isComplete())
                .isTrue();
        assertThat(find("caf\u00e9")).containsExactlyInAnyOrder("/latin", "/meta");
        assertThat(find("word")).containsExactly("/nonsense");
    }

    @Test
    void pages_made_to_hurt_parsers_are_read() throws Exception {
        site.with("/deep", Answer.page("Deep", "<div>".repeat(100_000) + "bottom"))
                .with("/wide", Answer.page("Wide", "x".repeat(500_000) + " edge"))
                .with("/open", Answer.page("Open", "<!--".repeat(50_000) + "<table><tr><td>".repeat(20_000)));
        assertThat(crawl("/deep", "/wide", "/open").isComplete()).isTrue();
        assertThat(find("bottom")).containsExactly("/deep");
        assertThat(find("edge")).containsExactly("/wide");
    }

    @Test
    void an_index_in_use_is_refused() throws Exception {
        Path index = folder.resolve("index");
        try (PageIndex _ = PageIndex.open(index)) {
            assertThatThrownBy(() -> crawl("/a"))
                    .isInstanceOf(IndexerException.class)
                    .hasMessage("the index in " + index
                            + " is in use by another process. Wait for it, or name another folder");
        }
    }

    @Test
    void a_damaged_index_is_refused() throws Exception {
        site.with("/a", Answer.page("A", "came"));
        crawl("/a");
        Path lucene = PageIndex.lucene(folder.resolve("index"));
        try (Stream<Path> files = Files.list(lucene)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("segments"))
                    .toList()) {
                Files.write(file, new byte[] {1, 2, 3});
            }
        }
        assertThatThrownBy(() -> crawl("/a"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("is damaged (");
        assertThatThrownBy(() -> find("came"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("is damaged (");
        try (Stream<Path> files = Files.list(lucene)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("segments"))
                    .toList()) {
                Files.delete(file);
            }
        }
        assertThatThrownBy(() -> crawl("/a"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("is damaged (");
    }

    @Test
    void a_folder_with_other_things_is_left_alone() throws Exception {
        Path other = Files.createDirectories(folder.resolve("index")).resolve("letters.txt");
        Files.writeString(other, "dear");
        assertThatThrownBy(() -> crawl("/a"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("holds letters.txt, which is not an index");
        assertThatThrownBy(() -> find("dear"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("there is no index in");
        assertThat(other).hasContent("dear");
    }
}
