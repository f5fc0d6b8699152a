package dev.gearbox.load.report;

import dev.gearbox.load.plan.BadPlanException;
import java.util.Arrays;
import java.util.stream.Collectors;

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
    public String key() {
        return key;
    }

    static ErrorKind of(String key, String where) {
        return Arrays.stream(values())
                .filter(kind -> kind.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new BadPlanException(where + ": unknown key \"" + key + "\". Known: "
                        + Arrays.stream(values()).map(ErrorKind::key).collect(Collectors.joining(", "))));
    }
}
