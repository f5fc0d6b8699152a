package dev.gearbox.cli.terminal;

/** A command that cannot be carried out, for a reason that the user can fix: what, why, what to do, in one line. Exits with code 2. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String line) {
        super(line);
    }

    public UsageException(String line, Throwable cause) {
        super(line, cause);
    }
}
