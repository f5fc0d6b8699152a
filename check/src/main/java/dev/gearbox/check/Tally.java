package dev.gearbox.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects the figures of a check and marks the wrong ones. Not thread-safe. */
public final class Tally {
    private final List<String> figures = new ArrayList<>();
    private boolean passed = true;

    /** Adds a figure that must be right; if it is not, the line marks it. */
    public Tally need(boolean right, String format, Object... values) {
        passed &= right;
        figures.add(words(format, values) + (right ? "" : " (wrong)"));
        return this;
    }

    /** Adds a figure for information only. */
    public Tally tell(String format, Object... values) {
        figures.add(words(format, values));
        return this;
    }

    public CheckOutcome outcome() {
        return CheckOutcome.of(passed, String.join(", ", figures));
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency; the tests run every format
    private static String words(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Returns whether a value is within a relative tolerance of another. */
    public static boolean within(double value, double right, double share) {
        return Math.abs(value - right) <= share * Math.abs(right);
    }
}
