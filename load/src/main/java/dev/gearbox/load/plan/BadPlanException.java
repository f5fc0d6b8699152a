package dev.gearbox.load.plan;

/**
 * Thrown for a plan, script or target that cannot be run. The message is one line, meant for the user: where, what is wrong, and what would be right.
 */
public final class BadPlanException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message one line: the position, the error and, where applicable, the valid values
     */
    public BadPlanException(String message) {
        super(message);
    }
}
