package dev.gearbox.studies.pageindexer.crawl;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * What is to be fetched, and with which manners.
 *
 * @param pages each once
 * @param said where they were named: no page nearer than that is fetched
 * @param concurrency fetches under way at the same time, at most
 * @param perHost the same for each host; 0: two where it is another machine, any number where it is this one
 * @param retries how often a fetch is repeated that may succeed later (no connection, reset, time-out, cut short, status 429, 500, 502, 503, 504)
 * @param backoff the first pause before that; doubled each time, and drawn between its half and its whole
 */
public record CrawlPlan(List<URI> pages, Network said, int concurrency, int perHost, int retries, Duration backoff) {
    static final int PER_STRANGE_HOST = 2;

    public CrawlPlan {
        pages = List.copyOf(pages);
        if (concurrency < 1 || perHost < 0 || retries < 0 || backoff.isNegative()) {
            throw new IllegalArgumentException(
                    concurrency + " at once, " + perHost + " per host, " + retries + " retries, after " + backoff);
        }
    }

    /** The same for pages that the user names, wherever they are. */
    public CrawlPlan(List<URI> pages, int concurrency, int perHost, int retries, Duration backoff) {
        this(pages, Network.THIS_MACHINE, concurrency, perHost, retries, backoff);
    }
}
