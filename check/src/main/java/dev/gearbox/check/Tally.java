package dev.gearbox.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects the figures of a check, and which of them are not what they must be. For one thread. */
public final class Tally {
    private final List<String> figures = new ArrayList<>();
    private boolean passed = true;

    /** A figure that must be right; where it is not, the line says so beside it. */
    public Tally need(boolean right, String format, Object... values) {
        passed &= right;
        figures.add(words(format, values) + (right ? "" : " (wrong)"));
        return this;
    }

    /** A figure that is only told. */
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

    /** Whether a value lies at most a share below or above another. */
    public static boolean within(double value, double right, double share) {
        return Math.abs(value - right) <= share * Math.abs(right);
    }
}
