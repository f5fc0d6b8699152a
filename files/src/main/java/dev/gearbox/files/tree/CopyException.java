package dev.gearbox.files.tree;

import java.io.Serial;

/** Nothing, or not all, was copied. The message is a line for a person: what, why, what to do. */
public final class CopyException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** With a message. */
    public CopyException(String message) {
        super(message);
    }

    /** With what was thrown below. */
    public CopyException(String message, Throwable cause) {
        super(message, cause);
    }
}
