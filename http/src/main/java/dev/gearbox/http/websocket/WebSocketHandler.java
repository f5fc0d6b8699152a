package dev.gearbox.http.websocket;

/** Opens the session of each new WebSocket. */
@FunctionalInterface
public interface WebSocketHandler {
    /** Called in the first callback of the WebSocket, which may be sent to at once. */
    WebSocketSession open(WebSocket socket);
}
