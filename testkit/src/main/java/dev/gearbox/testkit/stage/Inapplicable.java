package dev.gearbox.testkit.stage;

/** Thrown by a behaviour that finds out only from its engine's card or spec that it does not apply. */
public final class Inapplicable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Inapplicable(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
