package dev.gearbox.load.report;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a connection or a request can fail. In reports by its {@link #key}. */
public enum ErrorKind {
    /** Nobody accepts at that address. */
    REFUSED("refused"),
    /** The peer broke the connection off. */
    RESET("reset"),
    /** No connection, or no whole answer, within the plan's timeout. */
    TIMEOUT("timeout"),
    /** A byte was different, or there was one too many. */
    WRONG_ECHO("wrongEcho"),
    /** The peer ended the connection in an orderly way, but we were not done. */
    UNEXPECTED_CLOSE("unexpectedClose"),
    /** Anything else; the example says what. */
    OTHER("other");

    private final String key;

    ErrorKind(String key) {
        this.key = key;
    }

    /** The name in JSON. */
    @JsonValue
    public String key() {
        return key;
    }
}
