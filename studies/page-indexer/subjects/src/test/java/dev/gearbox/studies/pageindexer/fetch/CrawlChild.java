package dev.gearbox.studies.pageindexer.fetch;

import dev.gearbox.studies.pageindexer.client.PageClients;
import dev.gearbox.studies.pageindexer.crawl.Crawl;
import dev.gearbox.studies.pageindexer.crawl.CrawlPlan;
import dev.gearbox.studies.pageindexer.work.PageWorks;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A crawl in a separate process that can be killed. Prints the number of pages with each progress report. */
final class CrawlChild {
    private CrawlChild() {}

    /** Arguments: the folder of the index, a file with addresses. */
    public static void main(String[] arguments) throws Exception {
        CrawlPlan plan = new CrawlPlan(
                Files.readAllLines(Path.of(arguments[1])).stream()
                        .map(URI::create)
                        .toList(),
                16,
                0,
                0,
                Duration.ZERO);
        try (PageClient client = PageClients.open("jdk", FetchLimits.DEFAULT);
                PageWorkers workplace = PageWorkers.inPlace(PageWorks.of("none"))) {
            Crawl.run(plan, client, workplace, Path.of(arguments[0]), progress -> System.out.println(progress.pages()));
        }
    }
}
