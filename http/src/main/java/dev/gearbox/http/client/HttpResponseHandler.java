package dev.gearbox.http.client;

import java.nio.ByteBuffer;

/**
 * Receives one response. The calls never overlap and have this order: {@link #head} once, {@link #body} any number of times, {@link #complete}; or
 * {@link #failed} at any point, and nothing after it.
 *
 * <p>They run in the callback of the connection's session, so the handler holds up the engine's other work on that thread (a whole event loop's, or
 * only this connection's), unless the client's connections are decorated with an offload. A failure to connect is reported on the thread on which the
 * engine reports it. An exception from a handler fails its exchange and closes the connection.
 */
public interface HttpResponseHandler {
    /**
     * Called before {@link #head}, for handlers that take the body at their own pace.
     *
     * @param flow pauses and resumes this response
     */
    default void started(ResponseFlow flow) {}

    /** The response begins. Interim responses (1xx) are skipped. */
    void head(HttpResponse response);

    /**
     * The next bytes of the body, without the chunked coding.
     *
     * @param piece read-only and valid only during this call
     */
    void body(ByteBuffer piece);

    /** The response is complete. The connection may already carry the next exchange. */
    void complete();

    /** There will be no complete response. */
    void failed(HttpFailure failure);
}
