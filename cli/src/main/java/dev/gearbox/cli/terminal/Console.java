package dev.gearbox.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The output of a command. Results go to {@code out}, progress and error messages to {@code err}; for each it is known whether it is
 * a terminal, and how wide that is.
 *
 * @param out results and nothing else, so that they can be piped
 * @param err progress and error messages
 * @param outColumns width of the terminal behind {@code out}; 0: not a terminal, so output is never shortened
 * @param errColumns width of the terminal behind {@code err}; 0: not a terminal, so no progress bar is drawn
 * @param colour whether {@code out} may be coloured
 */
public record Console(PrintStream out, PrintStream err, int outColumns, int errColumns, boolean colour) {
    /** System properties with the widths of the terminals, set by the launcher, which can query them without native code. */
    static final String OUT_COLUMNS = "gearbox.columns.out";

    static final String ERR_COLUMNS = "gearbox.columns.err";

    /** Erases the rest of the line on a terminal. */
    public static final String CLEAR = "\r\u001b[K";

    /** The console of this process. Always UTF-8: a terminal that cannot show µ is rarer than a locale that is not set. */
    public static Console system() {
        return of(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Integer.getInteger(OUT_COLUMNS, 0),
                Integer.getInteger(ERR_COLUMNS, 0),
                System.getenv());
    }

    /**
     * Applies the environment: a dumb terminal counts as none, COLUMNS overrides the width of a terminal, and NO_COLOR turns
     * colours off.
     */
    static Console of(
            PrintStream out, PrintStream err, int outColumns, int errColumns, Map<String, String> environment) {
        boolean dumb = environment.getOrDefault("TERM", "dumb").equals("dumb");
        int told = columns(environment.getOrDefault("COLUMNS", ""));
        int outWidth = dumb || outColumns <= 0 ? 0 : told > 0 ? told : outColumns;
        int errWidth = dumb || errColumns <= 0 ? 0 : told > 0 ? told : errColumns;
        boolean colour =
                outWidth > 0 && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Console(out, err, outWidth, errWidth, colour);
    }

    /** The text in bold, if the terminal supports it. */
    public String bold(String text) {
        return colour ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    private static int columns(String text) {
        return text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
    }
}
