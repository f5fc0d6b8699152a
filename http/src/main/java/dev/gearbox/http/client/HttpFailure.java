package dev.gearbox.http.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The reason why there is no complete response: its {@link Kind} and a message. */
public final class HttpFailure extends IOException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    /** The kinds of failure of an exchange. */
    public enum Kind {
        /** No connection: refused, unreachable, unknown host, timeout, failed handshake; or the engine accepts no more. */
        CONNECT,
        /** The server reset the connection. */
        RESET,
        /** The response was not complete in time. */
        TIMEOUT,
        /** The server closed the connection before the response was complete, or before it began. */
        TRUNCATED,
        /** The response is not valid HTTP/1.1. */
        MALFORMED,
        /** A line, the head or the body exceeds a limit. */
        TOO_LARGE,
        /** A redirect that is not followed: one too many, to no valid address, or from https to http. */
        REDIRECT,
        /** The exchange was cancelled, or its client was closed. */
        CANCELLED,
        /** The handler, or other code on our side, threw: see the cause. */
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
