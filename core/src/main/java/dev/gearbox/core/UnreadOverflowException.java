package dev.gearbox.core;

import java.io.IOException;

/** Thrown when a session leaves more bytes unread than {@link Options#unreadCap()} allows. */
public final class UnreadOverflowException extends IOException {
    private static final long serialVersionUID = 1;

    public UnreadOverflowException(String message) {
        super(message);
    }
}
