package dev.gearbox.studies.pageindexer.fetch;

import java.net.URI;

/**
 * Fetches pages over HTTP: what the study compares. A client follows no redirect, repeats nothing and holds nobody back, as far as that can
 * be turned off: all this is the crawler's, the same over every client.
 */
public interface PageClient extends AutoCloseable {
    /**
     * Begins to fetch a page and returns, whatever it takes. May be called by any thread, in a callback of a handler too.
     *
     * @param handler told exactly once how it went, on a thread of the client's; perhaps before this returns
     */
    void fetch(URI page, PageHandler handler);

    /** Lets go of connections and threads. What is still under way may fail, or never be told. */
    @Override
    void close();
}
