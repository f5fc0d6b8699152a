package dev.gearbox.studies.pageindexer.crawl;

import java.time.Duration;

/** Receives the progress of a crawl, several times a second, on the thread that runs it. */
@FunctionalInterface
public interface CrawlListener {
    /**
     * Called with the current progress.
     *
     * @param pages indexed so far, in this run and before
     * @param failed pages that failed
     * @param total pages known so far
     * @param perSecond pages per second in this run
     * @param left the remaining time at this rate
     */
    record Progress(long pages, long failed, long total, double perSecond, Duration left) {}

    void at(Progress progress);
}
