package dev.gearbox.studies.pageindexer.fetch;

/** Receives the result of a fetch: exactly one of the two methods is called, once, on a thread of the client. Work done here is work in place. */
public interface PageHandler {
    /** Called with a complete response, whatever its status. */
    void fetched(FetchedPage page);

    /** Called if the fetch failed. */
    void failed(FetchFailure failure);
}
