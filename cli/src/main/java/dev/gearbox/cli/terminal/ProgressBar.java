package dev.gearbox.cli.terminal;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One line on a terminal that says how far a run is and how long it still takes. Where {@code err} is no terminal it is a new line each
 * minute, so that a log shows that the run is alive. For one thread.
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

    /** @param nanos a clock that only goes forward */
    public ProgressBar(Console console, LongSupplier nanos) {
        this.console = console;
        this.nanos = nanos;
        told = nanos.getAsLong();
    }

    /**
     * Draws it, if anything changed.
     *
     * @param fraction of the run that is done, 0 to 1
     * @param what is being done
     * @param left estimate of the time until all is done
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

    /** Takes the line away, so that something else can be printed; the next {@link #show} draws it again. */
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

    /** The line, no longer than {@code columns}: on a narrow terminal the bar goes, then the end of {@code what}, and the time left last. */
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
