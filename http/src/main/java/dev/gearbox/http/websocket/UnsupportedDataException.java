package dev.gearbox.http.websocket;

/** A session that receives only text got a binary message. */
final class UnsupportedDataException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnsupportedDataException() {
        super("binary messages are not supported");
    }
}
