package dev.gearbox.studies.pageindexer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.pageindexer.crawl.Crawl;
import dev.gearbox.studies.pageindexer.crawl.CrawlPlan;
import dev.gearbox.studies.pageindexer.crawl.CrawlReport;
import dev.gearbox.studies.pageindexer.crawl.PageList;
import dev.gearbox.studies.pageindexer.fetch.CountingSite.Answer;
import dev.gearbox.studies.pageindexer.index.PageSearch;
import dev.gearbox.studies.pageindexer.work.PageWorks;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real pages, the Javadoc of HdrHistogram: every client and every engine indexes them with the same search results. Six are drawn by the seed; {@code -Ddeep}
 * runs them all.
 */
@Tag("deep")
final class JavadocTest {
    private static final List<String> SEARCHES = List.of(
            "\"coordinated omission\"",
            "recordValueWithExpectedInterval",
            "concurrent -recorder",
            "percentile iterator",
            "histogram",
            "nonesuch");

    private static final int DRAWN = 6;

    private static final Map<String, List<String>> EXPECTED = new TreeMap<>();

    private static final CountingSite site = start();
    private static int pages;

    @TempDir
    private Path folder = Path.of("");

    private static CountingSite start() {
        try {
            return new CountingSite();
        } catch (IOException failed) {
            throw new ExceptionInInitializerError(failed);
        }
    }

    @BeforeAll
    static void serve() throws IOException {
        StringBuilder list = new StringBuilder();
        try (ZipFile jar = new ZipFile("target/pages/javadoc.jar")) {
            for (ZipEntry entry : jar.stream()
                    .filter(each -> each.getName().endsWith(".html"))
                    .toList()) {
                try (InputStream in = jar.getInputStream(entry)) {
                    site.with("/" + entry.getName(), new Answer(200, "Content-Type: text/html\r\n", in.readAllBytes()));
                }
                list.append(entry.getName()).append('\n');
                pages++;
            }
        }
        site.with("/pages.txt", Answer.text(list.toString()));
    }

    @AfterAll
    static void end() throws IOException {
        site.close();
    }

    static List<String> specs() {
        List<String> all = new ArrayList<>(AllClients.specs().toList());
        if (Boolean.getBoolean("gearbox.deep")) {
            return all;
        }
        long seed = Long.getLong("gearbox.seed", System.nanoTime());
        System.out.println("clients: -Dgearbox.seed=" + seed);
        Collections.shuffle(all, new Random(seed));
        return all.subList(0, Math.min(DRAWN, all.size()));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void is_indexed_and_found_the_same_with(String spec) throws Exception {
        FetchLimits limits = new FetchLimits(Duration.ofMinutes(2), Duration.ofMinutes(5), 4 << 20, 64);
        try (PageClient client = AllClients.open(spec, limits);
                PageWorkers workplace = PageWorkers.on(2, 64, PageWorks.of("regex"))) {
            PageList list = PageList.read(site.page("/pages.txt").toString(), client);
            CrawlReport report = Crawl.run(
                    new CrawlPlan(list.pages(), 32, 0, 0, Duration.ZERO),
                    client,
                    workplace,
                    folder.resolve("index"),
                    _ -> {});
            assertThat(report.failures()).isEmpty();
            assertThat(report.indexed()).isEqualTo(pages).isGreaterThan(100);
            assertThat(workplace.times().getTotalCount()).isEqualTo(pages);
        }
        Map<String, List<String>> found = new TreeMap<>();
        try (PageSearch search = PageSearch.open(folder.resolve("index"))) {
            for (String words : SEARCHES) {
                found.put(words, paths(search.find(words, 1000)));
            }
        }
        assertThat(found.get("recordValueWithExpectedInterval")).contains("/org/HdrHistogram/Histogram.html");
        assertThat(found.get("\"coordinated omission\"")).contains("/org/HdrHistogram/AbstractHistogram.html");
        assertThat(found.get("nonesuch")).isEmpty();
        synchronized (EXPECTED) {
            if (EXPECTED.isEmpty()) {
                EXPECTED.putAll(found);
            }
            assertThat(found).isEqualTo(EXPECTED);
        }
    }

    private static List<String> paths(PageSearch.Hits hits) {
        List<String> paths = hits.first().stream()
                .map(hit -> URI.create(hit.address()).getPath())
                .toList();
        assertThat(hits.total()).isEqualTo(paths.size());
        return paths;
    }
}
