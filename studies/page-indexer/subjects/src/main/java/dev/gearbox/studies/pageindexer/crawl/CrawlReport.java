package dev.gearbox.studies.pageindexer.crawl;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How a crawl went.
 *
 * @param listed pages that were asked for
 * @param earlier of them, those that were in the index before
 * @param indexed pages that came and were indexed in this run
 * @param redirects addresses that led elsewhere in this run
 * @param requests sent in this run, for robots.txt too
 * @param retries of them, those that repeated one
 * @param bytes of the pages of this run
 * @param elapsed time of this run
 * @param failures what did not come, in the order of the list
 */
public record CrawlReport(
        int listed,
        int earlier,
        long indexed,
        long redirects,
        long requests,
        long retries,
        long bytes,
        Duration elapsed,
        List<Failed> failures) {

    /** A page that did not come. */
    public record Failed(String address, FetchFailure failure) {}

    public CrawlReport {
        failures = List.copyOf(failures);
    }

    /** Whether all came. */
    public boolean isComplete() {
        return failures.isEmpty();
    }

    /** The failures by their kind. */
    public Map<FetchFailure.Kind, List<Failed>> byKind() {
        Map<FetchFailure.Kind, List<Failed>> kinds = new EnumMap<>(FetchFailure.Kind.class);
        failures.forEach(each -> kinds.computeIfAbsent(each.failure().kind(), _ -> new ArrayList<>())
                .add(each));
        return kinds;
    }
}
