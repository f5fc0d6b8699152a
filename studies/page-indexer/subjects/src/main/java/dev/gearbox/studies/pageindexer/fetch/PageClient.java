package dev.gearbox.studies.pageindexer.fetch;

import java.net.URI;

/**
 * Fetches pages over HTTP: the clients that the study compares. A client does not follow redirects, retry or throttle, as far as that can be disabled: the
 * crawler does all this, the same way over every client.
 */
public interface PageClient extends AutoCloseable {
    /**
     * Begins to fetch a page and returns without waiting. May be called by any thread, including in a callback of a handler.
     *
     * @param handler notified exactly once of the result, on a thread of the client; possibly before this method returns
     */
    void fetch(URI page, PageHandler handler);

    /** Releases connections and threads. Pending fetches may fail, or never be reported. */
    @Override
    void close();
}
