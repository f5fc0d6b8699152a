package dev.gearbox.studies.pageindexer.fetch;

import org.jspecify.annotations.Nullable;

/** How a fetch of a crawl ended. */
public sealed interface Outcome {
    /** The page is in the index. */
    record Indexed(int bytes) implements Outcome {}

    /** It is elsewhere. */
    record Moved(String location) implements Outcome {}

    /** A site's rules are here, or their absence is known. */
    record Robots(FetchedPage page) implements Outcome {}

    /**
     * It did not come.
     *
     * @param mayPass whether another try may succeed
     * @param retryAfter when, as the server said it
     */
    record Failed(
            FetchFailure failure, boolean mayPass, @Nullable String retryAfter) implements Outcome {
        /** For good. */
        public static Failed forGood(FetchFailure.Kind kind, String detail) {
            return new Failed(new FetchFailure(kind, detail), false, null);
        }
    }

    /** The crawl cannot go on. */
    record Broken(Throwable thrown) implements Outcome {}
}
