package dev.gearbox.cli.terminal;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One line on a terminal that shows the progress of a run and the remaining time. Where {@code err} is not a terminal, it prints a new line
 * each minute, so that a log shows that the run is alive. For use by one thread.
 */
public final class ProgressBar implements AutoCloseable {
    private static final int CELLS = 20;
    private static final int NARROW = 60;
    private static final Duration PLAIN = Duration.ofMinutes(1);

    private final Console console;
    private final LongSupplier nanos;
    private String shown = "";
    private long told;

    public ProgressBar(Console console) {
        this(console, System::nanoTime);
    }

    /** @param nanos a monotonic clock */
    public ProgressBar(Console console, LongSupplier nanos) {
        this.console = console;
        this.nanos = nanos;
        told = nanos.getAsLong();
    }

    /**
     * Draws the line, if it changed.
     *
     * @param fraction share of the run that is done, 0 to 1
     * @param what the current activity
     * @param left estimate of the remaining time
     */
    public void show(double fraction, String what, Duration left) {
        if (console.errColumns() == 0) {
            tell(fraction, what, left);
            return;
        }
        String line = line(fraction, what, left, console.errColumns() - 1);
        if (!line.equals(shown)) {
            console.err().print(Console.CLEAR + line);
            console.err().flush();
            shown = line;
        }
    }

    private void tell(double fraction, String what, Duration left) {
        long now = nanos.getAsLong();
        if (now - told >= PLAIN.toNanos()) {
            told = now;
            console.err().println("%3.0f %%  %s, %s left".formatted(100 * fraction, what, NumberText.span(left)));
        }
    }

    /** Erases the line, so that something else can be printed; the next {@link #show} draws it again. */
    public void clear() {
        if (!shown.isEmpty()) {
            console.err().print(Console.CLEAR);
            console.err().flush();
            shown = "";
        }
    }

    @Override
    public void close() {
        clear();
    }

    /** The line, no longer than {@code columns}: a narrow terminal drops first the bar, then the end of {@code what}, and the remaining time last. */
    static String line(double fraction, String what, Duration left, int columns) {
        int done = (int) Math.floor(CELLS * Math.clamp(fraction, 0, 1));
        String bar = "  [" + "#".repeat(done) + "-".repeat(CELLS - done) + "]  ";
        String time = NumberText.span(left) + " left";
        int room = columns - time.length() - 2;
        String head = (columns < NARROW ? "  " : bar) + what;
        if (head.length() > room) {
            head = head.substring(0, Math.max(0, room));
        }
        int wide = Math.min(room, Math.max(head.length(), bar.length() + 32));
        String line = head + " ".repeat(Math.max(0, wide - head.length())) + "  " + time;
        return line.length() <= columns ? line : line.substring(0, Math.max(0, columns));
    }
}
