package dev.gearbox.studies.pageindexer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.pageindexer.client.PageClients;
import dev.gearbox.studies.pageindexer.crawl.Crawl;
import dev.gearbox.studies.pageindexer.crawl.CrawlPlan;
import dev.gearbox.studies.pageindexer.crawl.CrawlReport;
import dev.gearbox.studies.pageindexer.fetch.CountingSite.Answer;
import dev.gearbox.studies.pageindexer.index.PageSearch;
import dev.gearbox.studies.pageindexer.work.PageWorks;
import java.io.BufferedReader;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl that is killed in the middle: finished pages are not fetched again, and the index has no duplicates. */
final class KilledCrawlTest {
    private static final int PAGES = 120;
    private static final int BEFORE = 70;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void goes_on_where_it_was() throws Exception {
        try (CountingSite site = new CountingSite()) {
            List<URI> pages = new ArrayList<>();
            for (int page = 0; page < PAGES; page++) {
                String path = "/" + page;
                site.with(path, Answer.page("Page " + page, "word" + page));
                pages.add(site.page(path));
                if (page >= BEFORE) {
                    site.hold(path);
                }
            }
            Path list = Files.write(
                    folder.resolve("list"), pages.stream().map(URI::toString).toList());
            Path index = folder.resolve("index");
            killAfter(BEFORE, index, list);
            for (int page = 0; page < BEFORE; page++) {
                assertThat(site.count("/" + page)).isOne();
            }
            site.release();

            CrawlReport report;
            try (PageClient client = PageClients.open("jdk", FetchLimits.DEFAULT);
                    PageWorkers workplace = PageWorkers.inPlace(PageWorks.of("none"))) {
                report = Crawl.run(new CrawlPlan(pages, 16, 0, 0, Duration.ZERO), client, workplace, index, _ -> {});
            }
            assertThat(report.isComplete()).isTrue();
            assertThat(report.earlier()).isEqualTo(BEFORE);
            assertThat(report.indexed()).isEqualTo(PAGES - BEFORE);
            for (int page = 0; page < BEFORE; page++) {
                assertThat(site.count("/" + page))
                        .as("requests for page " + page)
                        .isOne();
            }
            try (PageSearch search = PageSearch.open(index)) {
                assertThat(search.pages()).isEqualTo(PAGES);
                for (int page = 0; page < PAGES; page++) {
                    assertThat(search.find("word" + page, 2).first()).hasSize(1);
                }
            }
        }
    }

    private static void killAfter(int count, Path index, Path list) throws Exception {
        String modules = System.getProperty("jdk.module.path", "");
        String path = String.join(
                File.pathSeparator, "target/test-classes", modules, System.getProperty("java.class.path", ""));
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        path,
                        CrawlChild.class.getName(),
                        index.toString(),
                        list.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = child.inputReader()) {
            String line = out.readLine();
            while (line != null && Integer.parseInt(line) < count) {
                line = out.readLine();
            }
            assertThat(line).as("pages of the child").isEqualTo(Integer.toString(count));
        } finally {
            child.destroyForcibly().waitFor();
        }
    }
}
