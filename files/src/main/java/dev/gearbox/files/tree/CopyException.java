package dev.gearbox.files.tree;

import java.io.Serial;

/** Thrown if nothing, or not everything, was copied. The message is one line for the user: what failed, why, and what to do. */
public final class CopyException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** Creates an exception with a message. */
    public CopyException(String message) {
        super(message);
    }

    /** Creates an exception with a message and its cause. */
    public CopyException(String message, Throwable cause) {
        super(message, cause);
    }
}
