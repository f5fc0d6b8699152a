package dev.gearbox.cli;

/** A command that cannot be done, for a reason that the user can mend: what, why, what to do, in one line. Ends with exit code 2. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refusal(String line) {
        super(line);
    }

    Refusal(String line, Throwable cause) {
        super(line, cause);
    }
}
