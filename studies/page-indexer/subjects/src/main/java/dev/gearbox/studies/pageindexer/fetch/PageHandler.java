package dev.gearbox.studies.pageindexer.fetch;

/** Is told how a fetch went: one of the two, once, on whatever thread the client uses. Work that is done here is work in place. */
public interface PageHandler {
    /** A whole response came, whatever its status. */
    void fetched(FetchedPage page);

    /** None came. */
    void failed(FetchFailure failure);
}
