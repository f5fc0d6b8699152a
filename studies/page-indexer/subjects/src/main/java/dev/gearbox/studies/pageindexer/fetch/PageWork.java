package dev.gearbox.studies.pageindexer.fetch;

/** The work on each page. Thread-safe. */
public interface PageWork {
    /**
     * Performs the work.
     *
     * @return a value that depends on all of the work, so that none of it can be optimized away
     * @throws RuntimeException if the page cannot be processed
     */
    long on(FetchedPage page);
}
