package dev.gearbox.studies.pageindexer.crawl;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * The pages to fetch, and the politeness limits.
 *
 * @param pages each once
 * @param said the network on which they were named: pages on a nearer network are not fetched
 * @param concurrency the maximum number of concurrent fetches
 * @param perHost the same per host; 0: two for remote hosts, unlimited for this machine
 * @param retries the number of retries of a fetch that may succeed later (no connection, reset, timeout, truncated, status 429, 500, 502, 503, 504)
 * @param backoff the first pause before a retry; doubled each time, and random between half and all of it
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

    /** Creates a plan for pages named by the user, on any network. */
    public CrawlPlan(List<URI> pages, int concurrency, int perHost, int retries, Duration backoff) {
        this(pages, Network.THIS_MACHINE, concurrency, perHost, retries, backoff);
    }
}
