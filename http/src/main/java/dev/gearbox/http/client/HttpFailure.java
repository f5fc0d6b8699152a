package dev.gearbox.http.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Why there is no whole response: of which {@link Kind}, and in words. */
public final class HttpFailure extends IOException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    /** The ways in which an exchange fails. */
    public enum Kind {
        /** No connection: refused, unreachable, no such host, too late, no handshake; or the engine takes no more. */
        CONNECT,
        /** The server tore the connection down. */
        RESET,
        /** The response was not complete in time. */
        TIMEOUT,
        /** The server closed the connection before the response was complete, or before it began. */
        TRUNCATED,
        /** What came is no HTTP/1.1. */
        MALFORMED,
        /** A line, the head or the body exceeds a limit. */
        TOO_LARGE,
        /** It was called off, or its client closed. */
        CANCELLED,
        /** The handler, or something else of ours, threw: see the cause. */
        HANDLER
    }

    HttpFailure(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
