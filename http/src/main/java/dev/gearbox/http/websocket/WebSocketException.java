package dev.gearbox.http.websocket;

/** Something that the peer sent and that ends the connection, with a status. */
final class WebSocketException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    WebSocketException(int status, String message) {
        super(message);
        this.status = status;
    }

    static WebSocketException violation(String message) {
        return new WebSocketException(CloseStatus.PROTOCOL_ERROR, message);
    }

    int status() {
        return status;
    }
}
