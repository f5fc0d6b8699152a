package dev.gearbox.http.server;

/** Answers requests while their bodies arrive. */
@FunctionalInterface
public interface StreamingHandler {
    /**
     * Called when the head of a request has arrived; in a callback of the connection, on the engine's thread: do not block it. An exception is answered with
     * status 500, unless the response has begun: then the connection is closed.
     *
     * @param exchange the request, whose {@link HttpExchange#body} is empty, and the means to answer it, now or later
     * @param body arrives once {@link RequestBody#read} is called, also if there is none
     */
    void handle(HttpExchange exchange, RequestBody body);
}
