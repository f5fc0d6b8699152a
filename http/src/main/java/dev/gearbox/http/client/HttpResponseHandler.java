package dev.gearbox.http.client;

import java.nio.ByteBuffer;

/**
 * Takes one response. The calls never overlap and come in this order: {@link #head} once, {@link #body} any number of times, {@link #complete};
 * or at any point {@link #failed}, and nothing after it.
 *
 * <p>They run in the callback of the connection's session: what the handler does, it does in place of the engine's other work on that thread
 * (a whole event loop's, or this connection's alone), unless the client's connections are decorated with an offload. A failure to connect is
 * reported on whatever thread the engine reports it. What a handler throws fails its exchange and closes the connection.
 */
public interface HttpResponseHandler {
    /** The response begins. Interim ones (1xx) are not shown. */
    void head(HttpResponse response);

    /**
     * The next bytes of the body, without the coding of chunks.
     *
     * @param piece read-only and the handler's only during this call
     */
    void body(ByteBuffer piece);

    /** The response is whole. The connection may be used for the next exchange already. */
    void complete();

    /** There will be no whole response. */
    void failed(HttpFailure failure);
}
