package dev.gearbox.studies.pageindexer.crawl;

import java.time.Duration;

/** Hears how far a crawl is, several times a second, on the thread that runs it. */
@FunctionalInterface
public interface CrawlListener {
    /**
     * How far it is.
     *
     * @param pages indexed by now, in this run and before
     * @param failed given up
     * @param total known so far
     * @param perSecond pages a second in this run
     * @param left until all is done, at this rate
     */
    record Progress(long pages, long failed, long total, double perSecond, Duration left) {}

    void at(Progress progress);
}
