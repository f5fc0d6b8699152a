package dev.gearbox.load.report;

import com.fasterxml.jackson.annotation.JsonValue;

/** The ways in which a connection or a request can fail. Reports use the {@link #key}. */
public enum ErrorKind {
    /** The connection was refused: no server is listening at that address. */
    REFUSED("refused"),
    /** The peer reset the connection. */
    RESET("reset"),
    /** No connection, or no complete answer, within the plan's timeout. */
    TIMEOUT("timeout"),
    /** A byte was wrong, or there were too many bytes. */
    WRONG_ECHO("wrongEcho"),
    /** An answer of HTTP with another status than the expected one, such as a refusal. */
    STATUS("status"),
    /** The peer closed the connection in an orderly way before the script was done. */
    UNEXPECTED_CLOSE("unexpectedClose"),
    /** Anything else; the example says what. */
    OTHER("other");

    private final String key;

    ErrorKind(String key) {
        this.key = key;
    }

    /** Returns the name in JSON. */
    @JsonValue
    public String key() {
        return key;
    }
}
