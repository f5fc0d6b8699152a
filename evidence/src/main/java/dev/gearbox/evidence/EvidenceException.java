package dev.gearbox.evidence;

/** An error that the user can fix: one line that says what is wrong, why, and what to do. */
public final class EvidenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message one line: what is wrong, why, and what to do about it */
    public EvidenceException(String message) {
        super(message);
    }

    /**
     * @param message one line: what is wrong, why, and what to do about it
     * @param cause what was thrown below
     */
    public EvidenceException(String message, Throwable cause) {
        super(message, cause);
    }
}
