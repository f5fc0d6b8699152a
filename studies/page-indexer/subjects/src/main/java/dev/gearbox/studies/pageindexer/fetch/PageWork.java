package dev.gearbox.studies.pageindexer.fetch;

/** What is done with each page, on whatever thread: called by many at once. */
public interface PageWork {
    /**
     * Does it.
     *
     * @return something that depends on all of the work, so that none of it can be left out
     * @throws RuntimeException if the page cannot be worked on
     */
    long on(FetchedPage page);
}
