package dev.gearbox.core;

/** A spec that names no engine: the message says what is wrong with it and what would be right. */
public final class BadSpecException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public BadSpecException(String message) {
        super(message);
    }
}
