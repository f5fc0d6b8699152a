package dev.gearbox.cli.terminal;

/** A command that cannot be done, for a reason that the user can mend: what, why, what to do, in one line. Ends with exit code 2. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String line) {
        super(line);
    }

    public UsageException(String line, Throwable cause) {
        super(line, cause);
    }
}
