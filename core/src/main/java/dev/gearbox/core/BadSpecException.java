package dev.gearbox.core;

/** A spec that cannot be used. The message says what is wrong with it and which values are valid. */
public final class BadSpecException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public BadSpecException(String message) {
        super(message);
    }

    /** For an engine that could not be loaded: {@code cause} is the error of the JVM. */
    public BadSpecException(String message, Throwable cause) {
        super(message, cause);
    }
}
