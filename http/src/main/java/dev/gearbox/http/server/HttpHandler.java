package dev.gearbox.http.server;

/**
 * Answers requests. Called in the callback of a connection's session: it answers at once, or keeps the exchange and answers later, from
 * whatever thread. What it throws is answered with 500, if nothing was answered yet; otherwise the connection closes with it.
 */
@FunctionalInterface
public interface HttpHandler {
    /** A request has come, whole. */
    void handle(HttpExchange exchange);
}
