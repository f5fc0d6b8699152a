package dev.gearbox.http.server;

/**
 * Answers requests. Called in the callback of a connection's session: it answers at once, or keeps the exchange and answers later, from any thread.
 * An exception is answered with 500 if nothing has been sent yet; otherwise it closes the connection.
 */
@FunctionalInterface
public interface HttpHandler {
    /** Called for each complete request. */
    void handle(HttpExchange exchange);
}
