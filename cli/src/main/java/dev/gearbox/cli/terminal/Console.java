package dev.gearbox.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a command prints to. Results go to {@code out}, progress and complaints to {@code err}; for each it is known whether a person looks
 * at it through a terminal that can be drawn on, and how wide that is.
 *
 * @param out results; nothing else, so that they can be piped
 * @param err progress and complaints
 * @param outColumns width of the terminal behind {@code out}; 0 where there is none, and then output is complete however wide
 * @param errColumns width of the terminal behind {@code err}; 0 where there is none, and then no progress is drawn
 * @param colour whether {@code out} may be coloured
 */
public record Console(PrintStream out, PrintStream err, int outColumns, int errColumns, boolean colour) {
    /** System properties in which the launcher says how wide the terminals are: only it can ask without native code. */
    static final String OUT_COLUMNS = "gearbox.columns.out";

    static final String ERR_COLUMNS = "gearbox.columns.err";

    /** Clears the rest of a terminal's line. */
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
     * What follows from the environment: a dumb terminal counts as none, COLUMNS overrules the width of one that is there, NO_COLOR takes
     * the colour away.
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

    /** The text emphasised, where that can be shown. */
    public String bold(String text) {
        return colour ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    private static int columns(String text) {
        return text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
    }
}
