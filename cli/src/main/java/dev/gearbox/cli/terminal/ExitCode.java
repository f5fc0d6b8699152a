package dev.gearbox.cli.terminal;

/** What a command returns to the shell; 0 when it has done what was asked. */
public final class ExitCode {
    /** Exit code of a command that was done, but not all of what it was for came about. */
    public static final int INCOMPLETE = 1;

    /** Exit code of a command that cannot be done as it was given. */
    public static final int REFUSED = 2;

    /** Exit code of a defect of ours, as in BSD's sysexits. */
    public static final int DEFECT = 70;

    /** Exit code after Ctrl-C, as shells have it. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
