package dev.gearbox.studies.pageindexer.fetch;

import org.jspecify.annotations.Nullable;

/** How a fetch of a crawl ended. */
public sealed interface FetchOutcome {
    /** The page is in the index. */
    record Indexed(int bytes) implements FetchOutcome {}

    /** It is elsewhere. */
    record Moved(String location) implements FetchOutcome {}

    /** A site's rules are here, or their absence is known. */
    record Robots(FetchedPage page) implements FetchOutcome {}

    /**
     * It did not come.
     *
     * @param mayPass whether another try may succeed
     * @param retryAfter when, as the server said it
     */
    record Failed(
            FetchFailure failure, boolean mayPass, @Nullable String retryAfter) implements FetchOutcome {
        /** For good. */
        public static Failed forGood(FetchFailure.Kind kind, String detail) {
            return new Failed(new FetchFailure(kind, detail), false, null);
        }
    }

    /** The crawl cannot go on. */
    record Broken(Throwable thrown) implements FetchOutcome {}
}
