package dev.gearbox.lab.data;

/**
 * An error that the user can fix: a wrong name, a data file with an unknown key, a machine that does not support the request. The message is one line that
 * says what, why and what to do.
 */
public final class LabException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message one line: what is wrong, why, and what to do about it */
    public LabException(String message) {
        super(message);
    }

    /**
     * @param message one line: what is wrong, why, and what to do about it
     * @param cause what was thrown below
     */
    public LabException(String message, Throwable cause) {
        super(message, cause);
    }
}
