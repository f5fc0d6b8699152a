package dev.gearbox.cli.terminal;

/** The exit codes of commands; 0 is success. */
public final class ExitCode {
    /** The command ran, but a part of its task failed. */
    public static final int INCOMPLETE = 1;

    /** The command is invalid, or cannot be carried out as given. */
    public static final int REFUSED = 2;

    /** A defect of Gearbox: EX_SOFTWARE of BSD's sysexits.h. */
    public static final int DEFECT = 70;

    /** Interrupted by Ctrl-C: 128 + SIGINT, as in shells. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
