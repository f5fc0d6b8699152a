package dev.gearbox.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A console that records its output: a pipe, or a terminal of a given width. */
public final class Screen {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Console console;

    private Screen(int columns, Map<String, String> environment) {
        console = Console.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                columns,
                columns,
                environment);
    }

    public static Screen pipe() {
        return new Screen(0, Map.of("TERM", "xterm"));
    }

    public static Screen terminal(int columns) {
        return new Screen(columns, Map.of("TERM", "xterm", "NO_COLOR", "1"));
    }

    static Screen with(int columns, Map<String, String> environment) {
        return new Screen(columns, environment);
    }

    public Console console() {
        return console;
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
