package dev.gearbox.studies.pageindexer.fetch;

import org.jspecify.annotations.Nullable;

/** The outcome of a fetch of a crawl. */
public sealed interface FetchOutcome {
    /** The page is in the index. */
    record Indexed(int bytes) implements FetchOutcome {}

    /** The page was redirected. */
    record Moved(String location) implements FetchOutcome {}

    /** A site's robots.txt was fetched, or is known to be absent. */
    record Robots(FetchedPage page) implements FetchOutcome {}

    /**
     * The fetch failed.
     *
     * @param mayPass whether a retry may succeed
     * @param retryAfter when to retry, as sent by the server
     */
    record Failed(
            FetchFailure failure, boolean mayPass, @Nullable String retryAfter) implements FetchOutcome {
        /** Creates a permanent failure. */
        public static Failed forGood(FetchFailure.Kind kind, String detail) {
            return new Failed(new FetchFailure(kind, detail), false, null);
        }
    }

    /** The crawl cannot continue. */
    record Broken(Throwable thrown) implements FetchOutcome {}
}
