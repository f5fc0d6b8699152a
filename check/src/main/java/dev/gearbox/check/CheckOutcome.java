package dev.gearbox.check;

/**
 * What came of a check.
 *
 * @param kind whether it passed
 * @param figure what was seen; for one that could not be run here, which resource is missing
 */
public record CheckOutcome(Kind kind, String figure) {
    /** Whether the instrument did what it must. */
    public enum Kind {
        /** It did. */
        PASSED,
        /** It did not. */
        FAILED,
        /** It cannot be told on this machine; counts neither as passed nor as failed. */
        NOT_HERE
    }

    /** Passed or failed, with what was seen. */
    public static CheckOutcome of(boolean passed, String figure) {
        return new CheckOutcome(passed ? Kind.PASSED : Kind.FAILED, figure);
    }

    /** Not to be told here. */
    public static CheckOutcome notHere(String missing) {
        return new CheckOutcome(Kind.NOT_HERE, missing);
    }

    /** Whether it passed. */
    public boolean passed() {
        return kind == Kind.PASSED;
    }
}
