package dev.gearbox.core;

import java.io.IOException;

/** A session went on writing although {@link Connection#write} had returned false, up to {@link Options#backlogCap()}. */
public final class BacklogOverflowException extends IOException {
    private static final long serialVersionUID = 1;

    public BacklogOverflowException(String message) {
        super(message);
    }
}
