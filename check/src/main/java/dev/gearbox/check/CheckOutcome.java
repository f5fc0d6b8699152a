package dev.gearbox.check;

/**
 * The outcome of a check.
 *
 * @param kind whether it passed
 * @param figure the measured figures; or the missing resource, if it could not run here
 */
public record CheckOutcome(Kind kind, String figure) {
    /** Whether the instrument is correct. */
    public enum Kind {
        /** It is. */
        PASSED,
        /** It is not. */
        FAILED,
        /** This machine cannot decide it; counts neither as passed nor as failed. */
        NOT_HERE
    }

    /** Returns passed or failed, with the figures. */
    public static CheckOutcome of(boolean passed, String figure) {
        return new CheckOutcome(passed ? Kind.PASSED : Kind.FAILED, figure);
    }

    /** Returns the outcome of a check that this machine cannot decide. */
    public static CheckOutcome notHere(String missing) {
        return new CheckOutcome(Kind.NOT_HERE, missing);
    }

    /** Returns whether it passed. */
    public boolean passed() {
        return kind == Kind.PASSED;
    }
}
