package dev.gearbox.studies.pageindexer.fetch;

import java.io.IOException;

/** A body beyond the limit: thrown into a client so that it drops the connection. */
public final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    public TooLargeException(int limit) {
        super("the page has more than " + limit + " bytes");
    }
}
