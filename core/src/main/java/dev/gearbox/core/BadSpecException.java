package dev.gearbox.core;

/** A spec that names no engine: the message says what is wrong with it and what would be right. */
public final class BadSpecException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public BadSpecException(String message) {
        super(message);
    }

    /** For an engine that could not be loaded: with what the JVM says about it. */
    public BadSpecException(String message, Throwable cause) {
        super(message, cause);
    }
}
