package dev.gearbox.studies.pageindexer.crawl;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a crawl.
 *
 * @param listed requested pages
 * @param earlier the number of these that were in the index before
 * @param indexed pages fetched and indexed in this run
 * @param redirects addresses that were redirected in this run
 * @param requests requests sent in this run, including those for robots.txt
 * @param retries the number of these that were retries
 * @param bytes bytes of the pages of this run
 * @param elapsed duration of this run
 * @param failures pages that failed, in the order of the list
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

    /** A page that failed. */
    public record Failed(String address, FetchFailure failure) {}

    public CrawlReport {
        failures = List.copyOf(failures);
    }

    /** Returns whether all pages succeeded. */
    public boolean isComplete() {
        return failures.isEmpty();
    }

    /** Returns the failures by kind. */
    public Map<FetchFailure.Kind, List<Failed>> byKind() {
        Map<FetchFailure.Kind, List<Failed>> kinds = new EnumMap<>(FetchFailure.Kind.class);
        failures.forEach(each -> kinds.computeIfAbsent(each.failure().kind(), _ -> new ArrayList<>())
                .add(each));
        return kinds;
    }
}
