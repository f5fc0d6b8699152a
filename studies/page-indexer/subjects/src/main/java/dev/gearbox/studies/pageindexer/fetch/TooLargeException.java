package dev.gearbox.studies.pageindexer.fetch;

import java.io.IOException;

/** Thrown for a body that exceeds the limit; makes the client close the connection. */
public final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    public TooLargeException(int limit) {
        super("the page has more than " + limit + " bytes");
    }
}
