package dev.gearbox.core;

import java.io.IOException;

/** Thrown when a session keeps writing after {@link Connection#write} has returned false, until {@link Options#backlogCap()} would be exceeded. */
public final class BacklogOverflowException extends IOException {
    private static final long serialVersionUID = 1;

    public BacklogOverflowException(String message) {
        super(message);
    }
}
