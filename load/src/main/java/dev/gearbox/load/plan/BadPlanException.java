package dev.gearbox.load.plan;

/**
 * A plan, script or target that cannot be run. The message is one line for a person: where, what is wrong, and what would be right.
 */
public final class BadPlanException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /**
     * Says what is wrong.
     *
     * @param message one line: the place, the fault and, where there is a choice, the choices
     */
    public BadPlanException(String message) {
        super(message);
    }
}
